import { sql } from 'kysely'
import type { Id } from '#core/access/access.ts'
import type { Ctx } from '#server/define-server.ts'
import { rulesOf, type AccessRule, type AppliedRule } from './access.ts'
import { documents, folders, MOST_DEPTH, type Folder } from './entities.ts'

/** How many documents are told of one by one when access to their folders changes; of more, their folders are. */
const MOST_TOLD = 100
/** How many rows one statement writes. */
const AT_ONCE = 100

/** Transactions that derive paths and rules once, after all of their changes. */
const deferring = new WeakSet<Ctx>()
/** Whether what follows from a change is derived later, and its rules have been checked before. */
export const isDeferring = (ctx: Ctx): boolean => deferring.has(ctx)

/** Makes many folders of a project that nobody sees yet, and derives their paths and rules once. */
export async function deriveOnce(project: Id, ctx: Ctx, change: () => Promise<void>): Promise<void> {
  deferring.add(ctx)
  try {
    await change()
  } finally {
    deferring.delete(ctx)
  }
  await derivePaths(project, ctx)
  await deriveRules(project, ctx)
}

/** Writes the paths of folders that have none yet, from the top down. */
async function derivePaths(project: Id, { query }: Ctx): Promise<void> {
  const above = sql`(select parent.path from folders as parent where parent.id = folders.parent_id)`
  const path = sql`coalesce(${above}, '/') || folders.id || '/'`
  const isNext = sql`project_id = ${project} and path is null and (parent_id is null or ${above} is not null)`
  for (let depth = 0; depth < MOST_DEPTH; depth++)
    if (!(await query(sql`update folders set path = ${path}, path_key = ${path} where ${isNext} returning id`)).length)
      return
}

/** Derives the rules that apply in these folders of a project again, or in all of them, after settings or the tree changed. */
export async function deriveRules(project: Id, ctx: Ctx, only?: ReadonlySet<Id>): Promise<void> {
  if (deferring.has(ctx)) return
  const found = await ctx.query(
    sql<{
      id: unknown
      parent_id: unknown
      inherits: unknown
    }>`select id, parent_id, case when inherits_access then 1 else 0 end as inherits from folders where project_id = ${project} and deleted_at is null`,
  )
  const tree = found.map(({ id, parent_id, inherits }) => ({
    id: Number(id),
    parent_id: parent_id === null ? null : Number(parent_id),
    inherits_access: Number(inherits) === 1,
  }))
  const settings = await ctx.query(
    sql<Stored>`select a.folder_id, a.subject_type, a.subject_id, a.role, a.level from folder_access as a join folders as f on f.id = a.folder_id where f.project_id = ${project} and a.deleted_at is null`,
  )
  const applied = rulesOf(
    tree,
    settings.map((one) => ({
      ...one,
      folder_id: Number(one.folder_id),
      subject_id: one.subject_id === null ? null : Number(one.subject_id),
    })),
  )
  const ids = tree.flatMap(({ id }) => (!only || only.has(id) ? [id] : []))
  await write(ids, applied, ctx)
}

type Stored = Omit<AccessRule, 'folder_id' | 'subject_id'> & Record<'folder_id' | 'subject_id', unknown>

/** Replaces the rules of folders by these, as far as they differ. */
async function write(ids: readonly Id[], applied: ReadonlyMap<Id, readonly AppliedRule[]>, ctx: Ctx): Promise<void> {
  for (let from = 0; from < ids.length; from += AT_ONCE) {
    const some = ids.slice(from, from + AT_ONCE)
    const rows = await ctx.query(
      sql<{
        folder_id: unknown
        subject: string
        weight: unknown
      }>`select folder_id, subject, weight from folder_rules where folder_id in (${sql.join(some)})`,
    )
    const text = (folder: unknown, subject: string, weight: unknown) => `${Number(folder)} ${subject} ${Number(weight)}`
    const stored = Map.groupBy(rows, ({ folder_id }) => Number(folder_id))
    const changed = some.filter((id) => {
      const before = (stored.get(id) ?? []).map(({ subject, weight }) => text(id, subject, weight)).sort()
      const after = (applied.get(id) ?? []).map(({ subject, weight }) => text(id, subject, weight)).sort()
      return before.join() !== after.join()
    })
    if (!changed.length) continue
    await ctx.query(sql`delete from folder_rules where folder_id in (${sql.join(changed)})`)
    const fresh = changed.flatMap((id) => (applied.get(id) ?? []).map((rule) => ({ id, ...rule })))
    for (let at = 0; at < fresh.length; at += AT_ONCE) {
      const values = fresh
        .slice(at, at + AT_ONCE)
        .map(({ id, subject, weight }) => sql`(${id}, ${subject}, ${subject}, ${weight}, ${ctx.now}, ${ctx.now})`)
      await ctx.query(
        sql`insert into folder_rules (folder_id, subject, subject_key, weight, created_at, updated_at) values ${sql.join(values)}`,
      )
    }
  }
}

/** The ids of the folders that lead to a folder, from the top one, and its own. */
export const idsIn = ({ path }: Pick<Folder, 'path'>): Id[] => (path ?? '').split('/').filter(Boolean).map(Number)

/** The ids of a folder and of all below it. */
export async function subtreeOf({ path }: Pick<Folder, 'path'>, { query }: Ctx): Promise<Id[]> {
  const rows = await query(
    sql<{
      id: unknown
    }>`select id from folders where path_key >= ${path} and path_key < ${`${path}~`} and deleted_at is null order by path_key`,
  )
  return rows.map(({ id }) => Number(id))
}

/**
 * Makes a change that decides who sees a folder and what is below it, and derives the rules there again. Whoever gains or
 * loses sight of a folder, of those that lead to it, or of a document in it hears of that.
 */
export async function changeSight(
  folder: Folder,
  ctx: Ctx,
  change: () => Promise<void> = async () => {},
): Promise<void> {
  if (deferring.has(ctx)) return change()
  const above = idsIn(folder)
  const below = await subtreeOf(folder, ctx)
  const held = below.length
    ? await ctx.query(
        sql<{
          id: unknown
        }>`select id from documents where folder_id in (${sql.join(below)}) and deleted_at is null limit ${MOST_TOLD + 1}`,
      )
    : []
  const told = held.length > MOST_TOLD ? [] : held.map(({ id }) => Number(id))
  let run = async () => {
    await change()
    await deriveRules(folder.project_id, ctx)
  }
  // Who saw a record is found before anything changes: each announcement runs those inside it as its change.
  const announcing = [
    ...told.map((id) => [documents, id] as const),
    ...[...new Set([...below, ...above])].map((id) => [folders, id] as const),
  ]
  for (const [entity, id] of announcing) {
    const inner = run
    run = () => ctx.announce(entity, id, inner)
  }
  await run()
}
