import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { ListGroup, ListState } from '../list-page/list.ts'
import { groupBy, type Arranged, type WorkGroup } from './arrange.ts'
import { NONE, type Viewer } from './facets.ts'
import { facetsOf, type ListSpec } from './spec.ts'

/** Paged lists are grouped by fields, which are the same for everybody. */
export const anyone: Viewer = { me: 0, user: null, today: '1970-01-01' }

/** What is loaded of a list. */
interface Loaded<E extends Entity> {
  readonly records: readonly RecordOf<E>[]
  /** As the server counted them; undefined while it has not. */
  readonly groups: readonly ListGroup[] | undefined
  /** The values of the groups whose rows are left out. */
  readonly folded: ReadonlySet<string>
}

/**
 * What a list shows that is loaded page by page: its rows under the groups that the server counted. The first group of which
 * rows are missing is the last that is shown, because the rows of others follow those.
 */
export function arrangePages<E extends Entity>(
  spec: ListSpec<E>,
  { records, groups, folded }: Loaded<E>,
  { filters }: ListState,
): Arranged {
  const facet = facetsOf(spec).find(({ name }) => name === filters.group)
  const all = { count: records.length, counts: {}, options: {}, outside: [] }
  if (!facet) return { ...all, groups: undefined, ids: records.map(({ id }) => id) }
  const loaded = new Map(groupBy<RecordOf<E>>(facet, records, anyone).map((group) => [group.of.value, group]))
  const groupOf = (value: string, label: string | null | undefined, counted: number): WorkGroup => {
    const found = loaded.get(value)
    const ids = found?.own.map(({ id }) => id) ?? []
    const said = label ?? found?.of.label ?? (value === NONE ? facet.none : facet.labelOf?.(value))
    return {
      key: value,
      label: said ?? value,
      color: found?.of.color,
      ids,
      count: Math.max(counted, ids.length),
      late: 0,
      done: 0,
    }
  }
  const counted = groups?.map(({ value, label, count }) => groupOf(value ?? NONE, label, count)) ?? []
  const known = new Set(counted.map(({ key }) => key))
  // What was made here a moment ago may have a value that no other record has.
  const own = [...loaded.keys()].flatMap((value) => (known.has(value) ? [] : groupOf(value, null, 0)))
  const open = counted.findIndex(({ key, ids, count }) => !folded.has(key) && ids.length < count)
  const shown = [...own, ...(open < 0 ? counted : counted.slice(0, open + 1))]
  return { ...all, groups: shown, ids: shown.flatMap(({ ids }) => ids) }
}
