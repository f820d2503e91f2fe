import { constants } from 'node:fs'
import {
  chmod,
  copyFile,
  link,
  lstat,
  mkdir,
  open,
  readdir,
  readFile,
  realpath,
  rename,
  rm,
  rmdir,
  utimes,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isObject } from '../../lib/is-object.ts'
import { syncFolder } from './sync-folder.ts'

/** Where something lies in a directory, by names: `Specifications/Doors.pdf`. */
export type Place = string

/** A directory that is being renamed. */
export interface Renaming {
  readonly from: string
  readonly to: string
}

/**
 * Directories that people and other programs can read, with stored files under their own names. Nothing is ever read
 * back from them: what others change there stays theirs, and only what was put there is removed.
 */
export interface Directories {
  /** Makes a directory unless it is there. */
  make(name: string): Promise<void>
  /**
   * Puts a stored file at a place, or a folder if `path` is null.
   * @returns false when something else is there, which stays
   */
  put(name: string, place: Place, path: string | null): Promise<boolean>
  /**
   * Removes what was put at a place.
   * @returns false when it is not what was put there, or a folder with something in it, which stay
   */
  remove(name: string, place: Place, path: string | null): Promise<boolean>
  /** Whether exactly that is at a place. */
  holds(name: string, place: Place, path: string | null): Promise<boolean>
  /** The places of everything in a directory; links are named and not followed. */
  list(name: string): AsyncIterable<Place>
  /** Removes a directory with nothing in it. */
  removeEmpty(name: string): Promise<void>
  /**
   * Renames a directory, if there is one, and notes that first under `key`, until `settle`.
   * @throws when something else has the new name already, or the file system refuses
   */
  rename(key: string, renaming: Renaming): Promise<void>
  /** Gives a directory the name that is stored for it now, and removes the note. */
  settle(key: string, renaming: Renaming, name: string | null): Promise<void>
  /** The renames that no `settle` followed. */
  unsettled(): Promise<[key: string, Renaming][]>
}

const isPlain = (name: string) => name !== '' && name !== '.' && name !== '..' && !/[/\\\0]/.test(name)

const codeOf = (error: unknown) => (error instanceof Error && 'code' in error ? error.code : undefined)
/** What a system call found, or null when nothing is there. */
const orNull = <T>(call: Promise<T>) =>
  call.catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return null
    throw error
  })

interface Folders {
  /** Where the directories are. */
  readonly root: string
  /** Where renames are noted, out of reach of those who may write to the directories. */
  readonly notes: string
  /** Where the store keeps a file. */
  originalOf(path: string): string
}

interface Located extends Folders {
  /** The real path of the root, once it is there. */
  found: string | undefined
}

const rootPath = async (folders: Located) => {
  if (folders.found === undefined) {
    await mkdir(folders.root, { recursive: true })
    folders.found = await realpath(folders.root)
  }
  return folders.found
}

/**
 * The path of a place. @throws when a link that someone else put there leads elsewhere: nothing outside is touched
 */
async function pathOf(folders: Located, name: string, place?: Place): Promise<string> {
  const parts = [name, ...(place?.split('/') ?? [])]
  if (!parts.every(isPlain)) throw new Error(`${parts.join('/')} is not a place in a directory.`)
  const path = join(await rootPath(folders), ...parts)
  const above = await orNull(realpath(dirname(path)))
  if (above !== null && above !== dirname(path)) throw new Error(`${dirname(path)} leads out of the directory.`)
  return path
}

async function holds(folders: Located, name: string, place: Place, path: string | null): Promise<boolean> {
  const there = await orNull(lstat(await pathOf(folders, name, place)))
  if (path === null) return there?.isDirectory() ?? false
  const original = await orNull(lstat(folders.originalOf(path)))
  if (!there?.isFile() || !original) return false
  // A file with bytes of its own has the size and the time of the original.
  const isSame = there.size === original.size && Math.abs(there.mtimeMs - original.mtimeMs) < 1000
  return (there.ino === original.ino && there.dev === original.dev) || isSame
}

async function putFile({ originalOf }: Located, at: string, path: string): Promise<void> {
  const original = originalOf(path)
  const { COPYFILE_EXCL, COPYFILE_FICLONE_FORCE } = constants
  const copy = async (mode: number) => {
    await copyFile(original, at, mode)
    const { atime, mtime } = await lstat(original)
    await utimes(at, atime, mtime)
    await chmod(at, 0o400)
  }
  const isThere = (error: unknown) => codeOf(error) === 'EEXIST'
  try {
    return await copy(COPYFILE_EXCL | COPYFILE_FICLONE_FORCE)
  } catch (error) {
    if (isThere(error)) throw error
    await rm(at, { force: true })
  }
  try {
    // Originals never change; so nobody may write to them through the link either.
    await chmod(original, 0o400)
    await link(original, at)
  } catch (error) {
    if (isThere(error) || codeOf(error) === 'ENOENT') throw error
    await copy(COPYFILE_EXCL)
  }
}

async function* under(path: string, prefix: string): AsyncIterable<Place> {
  for (const entry of (await orNull(readdir(path, { withFileTypes: true }))) ?? []) {
    const place = `${prefix}${entry.name}`
    yield place
    if (entry.isDirectory()) yield* under(join(path, entry.name), `${place}/`)
  }
}

const noteOf = ({ notes }: Located, key: string) => join(notes, `${key}.json`)

const moveTo = async (folders: Located, from: string, to: string) => {
  const [source, target] = [await pathOf(folders, from), await pathOf(folders, to)]
  if (!(await orNull(lstat(source)))) return
  // A system call would replace an empty folder silently.
  if (await orNull(lstat(target))) throw new Error(`There is a ${to} already.`)
  await rename(source, target)
  await syncFolder(dirname(target))
}

/** Keeps directories on this machine. Their files share the originals' bytes where the file system can do that. */
export function folderDirectories(given: Folders): Directories {
  const folders: Located = { ...given, found: undefined }
  const { notes } = folders

  return {
    async make(name) {
      await mkdir(await pathOf(folders, name), { recursive: true })
    },
    async put(name, place, path) {
      const at = await pathOf(folders, name, place)
      try {
        await (path === null ? mkdir(at) : putFile(folders, at, path))
        return true
      } catch (error) {
        if (codeOf(error) !== 'EEXIST') throw error
        return holds(folders, name, place, path)
      }
    },
    async remove(name, place, path) {
      const at = await pathOf(folders, name, place)
      if (!(await orNull(lstat(at)))) return true
      if (!(await holds(folders, name, place, path))) return false
      try {
        await (path === null ? rmdir(at) : rm(at))
        return true
      } catch (error) {
        if (codeOf(error) !== 'ENOTEMPTY') throw error
        return false
      }
    },
    holds: (name, place, path) => holds(folders, name, place, path),
    async *list(name) {
      const path = await pathOf(folders, name)
      if ((await orNull(lstat(path)))?.isDirectory()) yield* under(path, '')
    },
    async removeEmpty(name) {
      await rmdir(await pathOf(folders, name)).catch((error: unknown) => {
        if (!['ENOENT', 'ENOTEMPTY'].includes(String(codeOf(error)))) throw error
      })
    },
    async rename(key, renaming) {
      await mkdir(notes, { recursive: true })
      const note = await open(noteOf(folders, key), 'w')
      await note.writeFile(JSON.stringify(renaming))
      await note.sync()
      await note.close()
      await syncFolder(notes)
      await moveTo(folders, renaming.from, renaming.to)
    },
    async settle(key, { from, to }, name) {
      if (name === to && !(await orNull(lstat(await pathOf(folders, to))))) await moveTo(folders, from, to)
      if (name === from && !(await orNull(lstat(await pathOf(folders, from))))) await moveTo(folders, to, from)
      await rm(noteOf(folders, key), { force: true })
    },
    async unsettled() {
      const all: [string, Renaming][] = []
      for (const file of (await orNull(readdir(notes))) ?? []) {
        const note = readNote(await readFile(join(notes, file), 'utf8'))
        // A note that was never finished belongs to a rename that never began.
        if (note) all.push([file.replace(/\.json$/, ''), note])
        else await rm(join(notes, file))
      }
      return all
    },
  }
}

function readNote(text: string): Renaming | null {
  try {
    const note: unknown = JSON.parse(text)
    const { from, to } = isObject(note) ? note : {}
    return typeof from === 'string' && typeof to === 'string' ? { from, to } : null
  } catch {
    return null
  }
}
