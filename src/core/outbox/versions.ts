import type { Id } from '../access/access.ts'
import type { DraftOf, Entity } from '../entity/entity.ts'
import { randomKey } from '../resource/idempotency.ts'
import { confirmedIn } from '../resource/warnings.ts'
import type { Kept } from './outbox.ts'

interface Version {
  id?: Id
  updated_at?: string
}

const stampsOf = (versions: readonly Version[]) =>
  new Map(versions.flatMap(({ id, updated_at }) => (id && updated_at ? [[id, updated_at] as const] : [])))

/** A draft with the version it is based on, so that the server can refuse to overwrite a newer one. */
export function onVersion<D extends Version>(draft: D, held: Version | undefined): D {
  const updated_at = draft.updated_at ?? held?.updated_at
  return updated_at === undefined ? draft : { ...draft, updated_at }
}

/** A refused save, based on the version it conflicted with; this makes it a new save with a new key. */
export function overTheirs({ refused, ...item }: Kept): Kept {
  const theirs = stampsOf(refused?.current ?? [])
  const over = (draft: DraftOf<Entity>) => ({ ...draft, updated_at: theirs.get(draft.id ?? 0) ?? draft.updated_at })
  const drafts = theirs.size ? item.drafts.map(over) : item.drafts
  const codes = [...(item.confirmed ?? []), ...(refused?.warnings ?? []).map(({ code }) => code)]
  return { ...item, ...confirmedIn(codes), refused: null, key: randomKey(), attempted: false, drafts }
}

/**
 * If a user changes a record twice before the first change is sent, the second one builds on the first: once the first
 * is saved, this updates the versions that later ones are based on. Null when nothing was changed.
 */
export function following({ drafts }: Kept, saved: readonly Version[]): ((later: Kept) => Kept) | null {
  const before = stampsOf(drafts)
  const after = stampsOf(saved)
  const follow = (draft: DraftOf<Entity>) => {
    const stamp = draft.id && before.get(draft.id) === draft.updated_at ? after.get(draft.id) : undefined
    return stamp === undefined ? draft : { ...draft, updated_at: stamp }
  }
  return before.size ? (later) => (later.attempted ? later : { ...later, drafts: later.drafts.map(follow) }) : null
}
