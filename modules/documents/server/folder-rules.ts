import type { Id } from '#core/access/access.ts'
import { under, withDeleted, type Ctx } from '#server/define-server.ts'
import { rulesOf, type AppliedRule } from '../access.ts'
import { documents, folderAccess, folderRules, folders, MOST_DEPTH, type Folder } from '../entities.ts'

/** How many documents are told of one by one when access to their folders changes; of more, their folders are. */
const MOST_TOLD = 100

/** Transactions that derive paths and rules once, after all of their changes. */
const deferringIn = (ctx: Ctx) => ctx.once('derives once', () => ({ yes: false }))
/** Whether what follows from a change is derived later, and its rules have been checked before. */
export const isDeferring = (ctx: Ctx): boolean => deferringIn(ctx).yes

/** Makes many folders of a project that nobody sees yet, and derives their paths and rules once. */
export async function deriveOnce(project: Id, ctx: Ctx, change: () => Promise<void>): Promise<void> {
  deferringIn(ctx).yes = true
  try {
    await change()
  } finally {
    deferringIn(ctx).yes = false
  }
  await derivePaths(project, ctx)
  await deriveRules(project, ctx)
}

/** Writes the paths of folders that have none yet, which begin with those of the folders above. */
async function derivePaths(project_id: Id, ctx: Ctx): Promise<void> {
  const all = await ctx.pick(folders, ['id', 'parent_id', 'path'], { project_id, ...withDeleted })
  const paths = new Map(all.flatMap(({ id, path }) => (path === null ? [] : [[id, path]])))
  const fresh: { id: Id; path: string }[] = []
  for (let depth = 0; depth < MOST_DEPTH; depth++)
    for (const { id, parent_id } of all) {
      const above = parent_id === null ? '/' : paths.get(parent_id)
      if (above === undefined || paths.has(id)) continue
      const path = `${above}${id}/`
      paths.set(id, path)
      fresh.push({ id, path })
    }
  await ctx.setDerived(folders, fresh)
}

/** Derives the rules that apply in these folders of a project again, or in all of them, after settings or the tree changed. */
export async function deriveRules(project: Id, ctx: Ctx, only?: ReadonlySet<Id>): Promise<void> {
  if (deferringIn(ctx).yes) return
  const tree = await ctx.pick(folders, ['id', 'parent_id', 'inherits_access'], { project_id: project })
  const settings = await ctx.pick(folderAccess, ['folder_id', 'subject_type', 'subject_id', 'role', 'level'], {
    folder_id: tree.map(({ id }) => id),
  })
  const ids = tree.flatMap(({ id }) => (!only || only.has(id) ? [id] : []))
  await write(ids, rulesOf(tree, settings), ctx)
}

/** Replaces the rules of folders by these, as far as they differ. */
async function write(ids: readonly Id[], applied: ReadonlyMap<Id, readonly AppliedRule[]>, ctx: Ctx): Promise<void> {
  const rules = await ctx.pick(folderRules, ['folder_id', 'subject', 'weight'], { folder_id: ids })
  const stored = Map.groupBy(rules, ({ folder_id }) => folder_id)
  const textOf = (of: readonly Pick<AppliedRule, 'subject' | 'weight'>[] = []) =>
    of
      .map(({ subject, weight }) => `${subject} ${weight}`)
      .sort()
      .join()
  const changed = ids.filter((id) => textOf(stored.get(id)) !== textOf(applied.get(id)))
  if (!changed.length) return
  const fresh = changed.flatMap((folder_id) =>
    (applied.get(folder_id) ?? []).map(({ subject, weight }) => ({ folder_id, subject, weight })),
  )
  await ctx.setDerived(folderRules, fresh, { folder_id: changed })
}

/** The ids of the folders that lead to a folder, from the top one, and its own. */
export const idsIn = ({ path }: Pick<Folder, 'path'>): Id[] => (path ?? '').split('/').filter(Boolean).map(Number)

/** The ids of a folder and of all below it. */
export async function subtreeOf({ id }: Pick<Folder, 'id'>, { pick }: Ctx): Promise<Id[]> {
  return (await pick(folders, ['id'], { id: under(folders, 'parent_id', id) })).map((one) => one.id)
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
  if (deferringIn(ctx).yes) return change()
  const above = idsIn(folder)
  const below = await subtreeOf(folder, ctx)
  const held = await ctx.pick(documents, ['id'], { folder_id: below }, { most: MOST_TOLD + 1 })
  const told = held.length > MOST_TOLD ? [] : held.map(({ id }) => id)
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
