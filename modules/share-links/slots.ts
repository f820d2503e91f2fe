import type { CurrentUser, Id } from '#core/access/access.ts'
import { slot, type Ctx, type Slot, type Where } from '#server/define-server.ts'
import type { SharedKind, SharePage } from '#lib/share-page.ts'
import type { ShareLink } from './entities.ts'

/** What a link is to be about. */
export type Target = Pick<ShareLink, 'project_id' | 'what' | 'target_type' | 'target_id' | 'discipline'>

/**
 * Kinds of targets of share links, by the module that has them; which rows a link shows stands in the `granted` of their
 * entities.
 */
export interface Shareable {
  readonly what: readonly ShareLink['what'][]
  readonly noun: SharePage['noun']
  /** What the page needs to show its records, where they are of several kinds. */
  kindOf?(target: Target, ctx: Ctx): SharedKind | null
  /** What a target is called; null where the asker may not share it. */
  titleOf(target: Target, ctx: Ctx): Promise<string | null>
  /** Which links that others made a person sees. */
  links(user: CurrentUser, ctx: Ctx): Where<ShareLink>[]
  /** When what each of these links shows changed last. */
  changedAt(links: readonly ShareLink[], ctx: Ctx): Promise<ReadonlyMap<Id, string>>
}

export const shareable: Slot<Shareable> = slot('shareable')

/** The later of two moments of the database. */
export const later = (a: string | undefined, b: string | null): string | undefined =>
  b !== null && (a === undefined || b > a) ? b : a
