import type { DraftOf, Entity, RecordOf } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import { confirmedIn } from '../resource/warnings.ts'
import { same } from '../store/merge.ts'
import { mergedLines } from './lines.ts'
import { randomKey, type Mutation } from './mutation.ts'

type Draft = DraftOf<Entity>
type Values = Readonly<Record<string, unknown>>

const stampsOf = (versions: readonly { id?: number; updated_at?: string }[]) =>
  new Map(versions.flatMap(({ id, updated_at }) => (id && updated_at ? [[id, updated_at] as const] : [])))

/** A change under a new key: to the server it is another one. */
const renewed = (mutation: Mutation): Mutation => ({ ...mutation, key: randomKey(), attempted: false, refused: null })

/** The fields that a draft changes, without those that were only sent along. */
export function changedIn(draft: Draft, basis: Values | undefined): Record<string, unknown> {
  const values: Values = draft
  const names = Object.keys(basis ?? values).filter((name) => name !== 'id' && name !== 'updated_at')
  return Object.fromEntries(names.flatMap((name) => (name in values ? [[name, values[name]]] : [])))
}

/** The draft put on another version of its record. */
const rebased = (draft: Draft, basis: Values | undefined, { id, updated_at }: RecordOf<Entity>): Draft => ({
  ...changedIn(draft, basis),
  id,
  updated_at,
})

/** The names of the fields that both this change and someone else's have changed, to different values. */
export const conflictsIn = (draft: Draft, basis: Values | undefined, current: Values): string[] =>
  Object.entries(changedIn(draft, basis)).flatMap(([name, mine]) =>
    same(mine ?? null, current[name] ?? null) || (basis && same(basis[name] ?? null, current[name] ?? null))
      ? []
      : [name],
  )

/** Both texts where two people wrote at once: theirs, and after it what was added here. */
export function joined(before: unknown, theirs: string, mine: string): string {
  const base = typeof before === 'string' ? before : ''
  return `${theirs}\n${mine.startsWith(base) ? mine.slice(base.length).trimStart() : mine}`
}

/**
 * A change that was refused because the record is newer (409), put on the newer version. Null where both have changed
 * the same field, which only a person can decide; of long texts that nobody looks at any more, both are kept.
 */
export function merged(entity: Entity, mutation: Mutation, current: readonly RecordOf<Entity>[]): Mutation | null {
  const [draft] = mutation.drafts
  const [theirs] = current
  const basis = mutation.basis?.[0]
  if (mutation.verb !== 'save' || mutation.drafts.length !== 1 || !draft || !theirs || !basis) return null
  const fields: Fields = entity.fields
  const [mine, others]: [Values, Values] = [draft, theirs]
  const both: Record<string, unknown> = {}
  for (const name of conflictsIn(draft, basis, theirs)) {
    const [text, other] = [mine[name], others[name]]
    const lines = mergedLines(entity, name, { before: basis[name], mine: text, theirs: other })
    if (lines) {
      both[name] = lines
      continue
    }
    if (!mutation.at || fields[name]?.kind !== 'long_text' || typeof text !== 'string' || typeof other !== 'string')
      return null
    both[name] = joined(basis[name], other, text)
  }
  // A later version of the record is compared with what these were put on.
  const seen = Object.fromEntries(Object.keys(both).map((name) => [name, others[name]]))
  return {
    ...renewed(mutation),
    basis: [{ ...basis, ...seen }],
    drafts: [rebased({ ...draft, ...both }, basis, theirs)],
  }
}

/** A creation as a change of the record that exists already; what is below the new one belongs to that. */
export function adopting(mutation: Mutation, { id }: RecordOf<Entity>, natural: readonly string[]): Mutation {
  const rest = (draft: Draft): Draft =>
    Object.fromEntries(Object.entries(draft).filter(([name]) => !natural.includes(name)))
  return { ...renewed(mutation), drafts: mutation.drafts.map((draft) => ({ ...rest(draft), id })) }
}

/**
 * A refused change, put on the version it conflicted with, with the warnings it met confirmed: where there are several
 * ways, by the first, which is the one that overwrites nothing.
 */
export function overTheirs(mutation: Mutation): Mutation {
  const { refused, basis } = mutation
  const theirs = new Map((refused?.current ?? []).map((record) => [record.id, record]))
  const drafts = mutation.drafts.map((draft, at) => {
    const current = theirs.get(draft.id ?? 0)
    return current ? rebased(draft, basis?.[at], current) : draft
  })
  const codes = [
    ...(mutation.confirmed ?? []),
    ...(refused?.warnings ?? []).map(({ code, answers }) => answers?.[0] ?? code),
  ]
  return { ...renewed(mutation), ...confirmedIn(codes), drafts }
}

/**
 * If a user changes a record twice before the first change is sent, or one that has not been created yet, the second
 * change builds on the first: once that is saved, this updates the versions that later ones are based on.
 */
export function following(
  { drafts, kept_at }: Pick<Mutation, 'drafts' | 'kept_at'>,
  saved: readonly RecordOf<Entity>[],
): (later: Mutation) => Mutation {
  // A record that was made here had the time of its making until the server knew it.
  const before = new Map(
    drafts.flatMap(({ id = 0, updated_at = kept_at }, at) => [[id || (saved[at]?.id ?? 0), updated_at] as const]),
  )
  const after = stampsOf(saved)
  const follow = (draft: Draft) => {
    const stamp = draft.id && before.get(draft.id) === draft.updated_at ? after.get(draft.id) : undefined
    return stamp === undefined ? draft : { ...draft, updated_at: stamp }
  }
  return (later) => {
    if (later.attempted) return later
    const drafts = later.drafts.map(follow)
    return drafts.every((draft, at) => draft === later.drafts[at]) ? later : { ...later, drafts }
  }
}
