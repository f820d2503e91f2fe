import { sql } from 'kysely'
import type { Id } from '#core/access/access.ts'
import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { cleanName, freeName } from '#lib/file-names.ts'
import { textKey } from '#lib/text-key.ts'
import { refuse, type Ctx, type Directories, type JobKind, type JobTools } from '#server/define-server.ts'
import type { Project } from '../projects/entities.ts'
import { placesOf, type Places } from './directory-places.ts'

const NOT_RENAMED = 'The document folder could not be renamed. The number was not changed.'
/** Changes of this long are brought to a directory together, in milliseconds. */
const TOGETHER = 5000
/** How many places one statement writes. */
const AT_ONCE = 200
const JOB = 'document-directory'

const nameOf = (number: string) => cleanName(number)

type Stored = Pick<Ctx, 'query' | 'directories'>

/** The name of a project's directory in the document store. */
async function directoryOf(project: Id, { query }: Stored): Promise<string | null> {
  const [found] = await query(
    sql<{ name: string }>`select name from document_directories where project_id = ${project}`,
  )
  return found?.name ?? null
}

async function isTaken(name: string, { query }: Ctx): Promise<boolean> {
  const key = textKey(name)
  return (await query(sql`select 1 from document_directories where name_key = ${key} limit 1`)).length > 0
}

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
  await ctx.query(
    sql`insert into document_directories (project_id, name, name_key, created_at, updated_at) values (${id}, ${name}, ${textKey(name)}, ${ctx.now}, ${ctx.now})`,
  )
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
  const { directories } = ctx
  if (directories) {
    const key = String(id)
    ctx.ended(async (stored) => directories.settle(key, { from, to }, await directoryOf(id, stored)))
    await directories.rename(key, { from, to }).catch((cause: unknown) => {
      // The person reads that it failed; the log gets the cause, once the transaction has ended.
      ctx.ended(() => Promise.reject(cause))
      fail()
    })
  }
  await ctx.query(
    sql`update document_directories set name = ${to}, name_key = ${textKey(to)}, updated_at = ${ctx.now} where project_id = ${id}`,
  )
}

/** Finishes or takes back the renames that a crash interrupted. */
export async function settleRenames(ctx: Ctx): Promise<void> {
  for (const [key, renaming] of (await ctx.directories?.unsettled()) ?? [])
    await ctx.directories?.settle(key, renaming, await directoryOf(Number(key), ctx))
}

/** Names the directories of projects from before there were any, and fills those that nothing was put into yet. */
export async function startDirectories(ctx: Ctx): Promise<void> {
  const without = await ctx.query(
    sql<{
      id: unknown
      number: string
    }>`select id, number from projects as p where deleted_at is null and not exists (select 1 from document_directories as d where d.project_id = p.id) order by id`,
  )
  for (const { id, number } of without) await nameDirectory({ id: Number(id), number }, ctx)
  if (!ctx.directories) return
  await settleRenames(ctx)
  const empty = await ctx.query(
    sql<{
      id: unknown
    }>`select distinct project_id as id from folders as f where deleted_at is null and not exists (select 1 from document_places as p where p.project_id = f.project_id)`,
  )
  for (const { id } of empty) await fillDirectory(Number(id), ctx)
}

const asked = new WeakMap<Ctx, Set<Id>>()

/** Has a project's directory filled a few seconds from now, with everything that changes until then. */
export async function fillDirectory(project_id: Id, ctx: Ctx): Promise<void> {
  const done = asked.get(ctx) ?? new Set()
  if (!ctx.directories || done.has(project_id)) return
  asked.set(ctx, done.add(project_id))
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

async function knownOf(project: Id, { query }: Stored): Promise<Places> {
  const rows = await query(
    sql<{
      place: string
      path: string | null
    }>`select place, path from document_places where project_id = ${project} order by place`,
  )
  return new Map(rows.map(({ place, path }) => [place, path]))
}

const batches = <T>(all: readonly T[]): T[][] =>
  Array.from({ length: Math.ceil(all.length / AT_ONCE) }, (_, nth) => all.slice(nth * AT_ONCE, (nth + 1) * AT_ONCE))

async function forget(project: Id, gone: readonly (readonly [string, string | null])[], { query }: Ctx) {
  for (const some of batches(gone)) {
    const places = sql.join(some.map(([place]) => place))
    await query(sql`delete from document_places where project_id = ${project} and place in (${places})`)
  }
}

async function note(project: Id, added: readonly (readonly [string, string | null])[], { query, now }: Ctx) {
  for (const some of batches(added)) {
    const rows = some.map(([place, path]) => sql`(${project}, ${place}, ${textKey(place)}, ${path}, ${now}, ${now})`)
    await query(
      sql`insert into document_places (project_id, place, place_key, path, created_at, updated_at) values ${sql.join(rows)} on conflict do nothing`,
    )
  }
}

/** What is in a project's directory other than what was put there, and what is missing. */
async function differences(project: Id, ctx: Stored): Promise<string[]> {
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
export async function allDifferences(stored: Stored): Promise<string[]> {
  const lines: string[] = []
  for (const project of await namedProjects(stored)) lines.push(...(await differences(project, stored)))
  return lines
}

async function namedProjects({ query }: Stored): Promise<Id[]> {
  const rows = await query(
    sql<{ project_id: unknown }>`select project_id from document_directories order by project_id`,
  )
  return rows.map(({ project_id }) => Number(project_id))
}
