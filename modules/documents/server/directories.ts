import type { Id } from '#core/access/access.ts'
import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { cleanName, freeName } from '#lib/file-names.ts'
import { compareKeys, textKey } from '#lib/text-key.ts'
import { refuse, same, type Ctx, type Directories, type JobKind, type JobTools } from '#server/define-server.ts'
import { projects, type Project } from '../../projects/entities.ts'
import { placesOf, type Places } from './directory-places.ts'
import { documentDirectories, documentPlaces, folders } from '../entities.ts'

const NOT_RENAMED = 'The document folder could not be renamed. The number was not changed.'
/** Changes of this long are brought to a directory together, in milliseconds. */
const TOGETHER = 5000
const JOB = 'document-directory'

const nameOf = (number: string) => cleanName(number)

type Stored = Pick<Ctx, 'pick'>
type Checked = Stored & { readonly directories: Pick<Directories, 'list' | 'holds'> | undefined }

/** The name of a project's directory in the document store. */
async function directoryOf(project_id: Id, { pick }: Stored): Promise<string | null> {
  const [found] = await pick(documentDirectories, ['name'], { project_id })
  return found?.name ?? null
}

const isTaken = (name: string, ctx: Ctx) => ctx.exists(documentDirectories, { name: same(name) })

const writeName = (project_id: Id, name: string, ctx: Ctx) =>
  ctx.setDerived(documentDirectories, [{ project_id, name }], { project_id })

/** Names a new project's directory after its number, as far as that name is free. */
export async function nameDirectory({ id, number }: Pick<Project, 'id' | 'number'>, ctx: Ctx): Promise<void> {
  await ctx.alone('document directories')
  const wanted = nameOf(number)
  const taken = new Set<string>()
  let name = wanted
  while (await isTaken(name, ctx)) {
    taken.add(name)
    name = freeName(wanted, (one) => taken.has(one))
  }
  await writeName(id, name, ctx)
}

/**
 * Renames a project's directory after its new number, before the number is saved (rule document-directory). Whether it
 * is saved or not, the directory ends with the name that is stored then.
 * @throws Refusal 422 when the directory cannot have this name
 */
export async function renameDirectory({ id, number }: Pick<Project, 'id' | 'number'>, ctx: Ctx): Promise<void> {
  await ctx.alone('document directories')
  const from = await directoryOf(id, ctx)
  const to = nameOf(number)
  if (from === null || from === to) return
  const fail = () => refuse(NOT_RENAMED, { number: [NOT_RENAMED] })
  if (textKey(from) !== textKey(to) && (await isTaken(to, ctx))) fail()
  await ctx.directories?.rename(String(id), { from, to }, (stored) => directoryOf(id, stored)).catch(fail)
  await writeName(id, to, ctx)
}

/** Finishes or takes back the renames that a crash interrupted. */
export async function settleRenames(ctx: Ctx): Promise<void> {
  for (const [key, renaming] of (await ctx.directories?.unsettled()) ?? [])
    await ctx.directories?.settle(key, renaming, await directoryOf(Number(key), ctx))
}

/** Names the directories of projects from before there were any, and fills those that nothing was put into yet. */
export async function startDirectories(ctx: Ctx): Promise<void> {
  const named = new Set(await namedProjects(ctx))
  const without = (await ctx.pick(projects, ['id', 'number'])).filter(({ id }) => !named.has(id))
  for (const project of without) await nameDirectory(project, ctx)
  if (!ctx.directories) return
  await settleRenames(ctx)
  const filled = await ctx.groups(documentPlaces, { by: ['project_id'] })
  const holding = await ctx.groups(folders, { by: ['project_id'] })
  const known = new Set(filled.map(({ project_id }) => project_id))
  for (const { project_id } of holding) if (!known.has(project_id)) await fillDirectory(project_id, ctx)
}

/** Has a project's directory filled a few seconds from now, with everything that changes until then. */
export async function fillDirectory(project_id: Id, ctx: Ctx): Promise<void> {
  const done = ctx.once('projects whose directories will be filled', () => new Set<Id>())
  if (!ctx.directories || done.has(project_id)) return
  done.add(project_id)
  const until = (Math.floor(Date.parse(ctx.now) / TOGETHER) + 1) * TOGETHER
  const at = new Date(until).toISOString()
  await ctx.enqueue(JOB, { project_id }, { at, key: `${JOB} ${project_id} ${at}` })
}

/** Has all directories compared with what was put there. */
export async function checkDirectories(ctx: Ctx): Promise<void> {
  if (ctx.directories) await ctx.enqueue(JOB, {}, { key: `${JOB} ${ctx.now.slice(0, 10)}` })
}

export const directoryJobs: Record<string, JobKind> = {
  [JOB]: {
    lane: 'heavy',
    async run(payload, tools) {
      if (!tools.directories) return
      const project = readId(isObject(payload) ? payload.project_id : undefined)
      if (project !== null) return fill(project, tools.directories, tools)
      for (const one of await tools.inTransaction(namedProjects)) {
        await fill(one, tools.directories, tools)
        for (const line of await tools.inTransaction((ctx) => differences(one, ctx))) tools.log(line)
      }
    },
  },
}

/** Updates a project's directory to match its folders and documents. */
async function fill(project: Id, directories: Directories, { inTransaction, log }: JobTools): Promise<void> {
  const { name, wanted, known } = await inTransaction(async (ctx) => ({
    name: await directoryOf(project, ctx),
    wanted: await placesOf(project, ctx),
    known: await knownOf(project, ctx),
  }))
  if (name === null) return
  const differ = (one: Places, other: Places) =>
    [...one].filter(([place, path]) => !other.has(place) || other.get(place) !== path)
  const gone = differ(known, wanted)
  const added = differ(wanted, known)
  // From the deepest one up: a folder can only be removed once it is empty.
  for (const [place, path] of gone.toReversed())
    if (!(await directories.remove(name, place, path))) log(changedText(name, place))
  await inTransaction((ctx) => forget(project, gone, ctx))
  if (added.length) await directories.make(name)
  // What was put there is noted first: whatever a crash leaves is known to be the server's own.
  await inTransaction((ctx) => note(project, added, ctx))
  const failed: (readonly [string, string | null])[] = []
  let cause: unknown
  for (const [place, path] of added)
    try {
      if (!(await directories.put(name, place, path))) log(changedText(name, place))
    } catch (error) {
      failed.push([place, path])
      cause ??= error
    }
  if (!wanted.size) await directories.removeEmpty(name)
  if (!failed.length) return
  // One file that cannot be put there keeps none of the others away; the job is tried again for it.
  await inTransaction((ctx) => forget(project, failed, ctx))
  throw cause
}

const changedText = (name: string, place: string) =>
  `${name}/${place} was changed outside of Plumbline. It stays as it is, and Plumbline does not read it.`

async function knownOf(project_id: Id, { pick }: Stored): Promise<Places> {
  const known = await pick(documentPlaces, ['place', 'path'], { project_id })
  return new Map(
    known
      .toSorted((a, b) => compareKeys(a.place, b.place))
      .map(({ place, path }): [string, string | null] => [place, path]),
  )
}

type Placed = readonly (readonly [place: string, path: string | null])[]

const forget = (project_id: Id, gone: Placed, ctx: Ctx) =>
  ctx.setDerived(documentPlaces, [], { project_id, place: gone.map(([place]) => place) })

const note = (project_id: Id, added: Placed, ctx: Ctx) =>
  ctx.setDerived(
    documentPlaces,
    added.map(([place, path]) => ({ project_id, place, path })),
    { project_id, place: added.map(([place]) => place) },
  )

/** What is in a project's directory other than what was put there, and what is missing. */
async function differences(project: Id, ctx: Checked): Promise<string[]> {
  const { directories } = ctx
  const name = await directoryOf(project, ctx)
  if (!directories || name === null) return []
  const known = await knownOf(project, ctx)
  const lines: string[] = []
  const there = new Set<string>()
  for await (const place of directories.list(name)) {
    there.add(place)
    if (!known.has(place))
      lines.push(`${name}/${place} was put there from outside of Plumbline, which does not read it.`)
  }
  for (const [place, path] of known)
    if (!there.has(place)) lines.push(`${name}/${place} was removed outside of Plumbline.`)
    else if (!(await directories.holds(name, place, path))) lines.push(changedText(name, place))
  return lines
}

/** What others changed in the directories of all projects, a line for each place. */
export async function allDifferences(stored: Checked): Promise<string[]> {
  const lines: string[] = []
  for (const project of await namedProjects(stored)) lines.push(...(await differences(project, stored)))
  return lines
}

async function namedProjects({ pick }: Pick<Ctx, 'pick'>): Promise<Id[]> {
  const all = await pick(documentDirectories, ['project_id'])
  return all.map(({ project_id }) => project_id).toSorted((a, b) => a - b)
}
