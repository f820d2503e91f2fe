import type { Entity } from '../entity/entity.ts'
import type { Fields } from '../entity/field.ts'
import { same } from '../store/merge.ts'
import { randomKey } from './mutation.ts'

/** A line as stored or as a draft sends it: what was added here has no id yet, and what an older version added no key. */
type Line = Readonly<Record<string, unknown>>

const linesOf = (value: unknown): readonly Line[] => (Array.isArray(value) ? value : [])
const lineFields = (entity: Entity, name: string): Fields | undefined => {
  const { lines, versions, readonly } = (entity.fields as Fields)[name]?.facts ?? {}
  return versions || readonly ? undefined : lines
}

/** A draft whose new lines have a key each, by which the server knows them however often and wherever they are sent. */
export function withKeys<D extends object>(entity: Entity, draft: D): D {
  const entries = Object.entries(draft).flatMap(([name, value]) => {
    if (!lineFields(entity, name) || !linesOf(value).some(isNew)) return []
    return [[name, linesOf(value).map((line) => (isNew(line) ? { ...line, key: randomKey() } : line))]]
  })
  return entries.length ? { ...draft, ...Object.fromEntries(entries) } : draft
}
/** A draft as it is shown until the server has answered: fields that its lines do not name have their defaults. */
export function withWholeLines(entity: Entity, draft: Line): Line {
  const lists = Object.entries(draft).flatMap(([name, value]) => {
    const fields = Object.entries(lineFields(entity, name) ?? {})
    if (!fields.length || !Array.isArray(value)) return []
    const empty = Object.fromEntries(fields.map(([field, { fallback }]) => [field, fallback ?? null]))
    return [[name, linesOf(value).map((line) => ({ ...empty, ...line }))]]
  })
  return lists.length ? { ...draft, ...Object.fromEntries(lists) } : draft
}
const isNew = ({ id, key }: Line) => id === undefined && key === undefined

/**
 * The lines of a record after two people changed them at once, `mine` on the device and `theirs` on the server: each line
 * that was added, changed or removed by one of them is so. Null where both changed the same line, which only a person can
 * decide, or where the field holds no lines.
 */
export function mergedLines(
  entity: Entity,
  name: string,
  { before, mine, theirs }: { readonly before: unknown; readonly mine: unknown; readonly theirs: unknown },
): Line[] | null {
  const fields = lineFields(entity, name)
  if (!fields || ![before, mine, theirs].every(Array.isArray)) return null
  // What only the server sets is as it says.
  const names = Object.keys(fields).filter((field) => !fields[field]?.facts.readonly)
  const [was, here, there] = [linesOf(before), linesOf(mine), linesOf(theirs)]
  const [byMe, byThem] = [pairs(was, here, names), pairs(was, there, names)]
  const values = new Map<Line, Line>()
  for (const line of was) {
    const [own, other] = [byMe.now.get(line), byThem.now.get(line)]
    const ours = own && changesIn(names, line, own)
    const others = other && changesIn(names, line, other)
    const isEmpty = (changes: Line | undefined) => !changes || !Object.keys(changes).length
    const isKept = own && other
    if (!isKept && !(isEmpty(ours) && isEmpty(others))) return null
    if (!ours || !others || !other) continue
    if (Object.keys(ours).some((key) => key in others && !same(ours[key], others[key]))) return null
    values.set(line, { ...other, ...ours })
  }
  const tokens = (lines: readonly Line[], { before: of }: Pairs) => lines.map((line) => of.get(line) ?? line)
  const [ourOrder, theirOrder] = [tokens(here, byMe), tokens(there, byThem)]
  const added = ourOrder.filter((line) => !was.includes(line) && !there.some((one) => isAlike(names, one, line)))
  const order = isReordered(was, ourOrder)
    ? woven(ourOrder.filter(isIn([...was, ...added])), theirOrder, (line) => !was.includes(line))
    : woven(theirOrder, ourOrder, isIn(added))
  return order.flatMap((line): Line[] => {
    const value = was.includes(line) ? values.get(line) : line
    return value ? [value] : []
  })
}

interface Pairs {
  /** The line that each earlier one is now. */
  readonly now: ReadonlyMap<Line, Line>
  /** The line that each present one was. */
  readonly before: ReadonlyMap<Line, Line>
}

/** Finds lines again by their ids and keys, and those of another version of the app, which gave no keys, by their content. */
function pairs(earlier: readonly Line[], lines: readonly Line[], names: readonly string[]): Pairs {
  const now = new Map<Line, Line>()
  const before = new Map<Line, Line>()
  const pair = (isSame: (line: Line, other: Line) => boolean) => {
    for (const line of earlier) {
      const found = now.has(line) ? undefined : lines.find((other) => !before.has(other) && isSame(line, other))
      if (!found) continue
      now.set(line, found)
      before.set(found, line)
    }
  }
  pair(({ id, key }, other) => (key !== undefined && key === other.key) || (id !== undefined && id === other.id))
  pair((line, other) => (line.id === undefined || other.id === undefined) && isAlike(names, line, other))
  return { now, before }
}

const isAlike = (names: readonly string[], a: Line, b: Line) =>
  names.every((name) => same(a[name] ?? null, b[name] ?? null))

/** What a line says differently than before; what a draft leaves out it leaves as it is. */
const changesIn = (names: readonly string[], before: Line, now: Line): Line =>
  Object.fromEntries(
    names.flatMap((name) =>
      name in now && !same(before[name] ?? null, now[name] ?? null) ? [[name, now[name] ?? null]] : [],
    ),
  )

const isIn = (lines: readonly Line[]) => (line: Line) => lines.includes(line)

function isReordered(before: readonly Line[], order: readonly Line[]): boolean {
  const places = order.flatMap((line) => (before.includes(line) ? before.indexOf(line) : []))
  return places.some((place, at) => at > 0 && place < (places[at - 1] ?? 0))
}

/** An order with the additions of another one, each behind the line that it stands behind there. */
function woven(order: readonly Line[], other: readonly Line[], isAdded: (line: Line) => boolean): Line[] {
  const all = [...order]
  for (const [at, line] of other.entries()) {
    if (!isAdded(line) || all.includes(line)) continue
    const behind = other.slice(0, at).findLast((one) => all.includes(one))
    all.splice(behind ? all.indexOf(behind) + 1 : 0, 0, line)
  }
  return all
}
