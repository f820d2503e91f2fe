import { useMemo, useRef, useState } from 'react'
import type { Id } from '#core/access/access.ts'
import { areaOf, type Entity } from '#core/entity/entity.ts'
import { isObject } from '#lib/is-object.ts'
import type { ListState } from '../list-page/list.ts'
import { differs } from '../list-page/remembered.ts'
import { useMay } from '../offered/offered.tsx'
import { useQuery } from '../query/use-query.ts'
import { useSummary } from '../query/use-summary.ts'
import { useServices } from '../services/services.tsx'
import { savedViews } from '../slots.ts'
import { initialOf, knownIn, type ListSpec } from './spec.ts'
import type { ChoiceChange } from './use-choice.ts'
import type { Look } from './use-look.ts'

/** A view that somebody saved (rule saved-view). */
export interface SavedView {
  readonly id: Id
  /** Its name among the views of the list. */
  readonly key: string
  readonly name: string
  readonly user_id: Id
  readonly shared: boolean
  readonly choice: ListState
  readonly hidden: readonly string[]
  /** Of its columns; empty where it says none, as one of an earlier version. */
  readonly order: readonly string[]
}

export interface Saved {
  /** Where they are kept; undefined on a server without them. */
  readonly entity: Entity | undefined
  readonly views: readonly SavedView[]
  /** The one that is shown. */
  readonly active: SavedView | undefined
  /** The one that was chosen last, and has been departed from since. */
  readonly left: SavedView | undefined
  /** What is kept of the list as it is shown. */
  readonly now: Readonly<Record<string, unknown>>
  /** Shows the view of this key. */
  show(key: string): void
}

const isText = (value: unknown): value is string => typeof value === 'string'

/** A view as far as the list still knows what it names: it may have been saved with an earlier version. */
function readView<E extends Entity>(spec: ListSpec<E>, sent: Readonly<Record<string, unknown>>): SavedView {
  const { id, name, user_id, shared, sort_column, sort_direction, filters, hidden, column_order } = sent
  const initial = initialOf(spec)
  const chosen = isObject(filters) ? filters : {}
  const known = Object.keys(initial.filters).map((key) => [key, isText(chosen[key]) ? chosen[key] : ''])
  return {
    id: Number(id),
    key: `saved ${Number(id)}`,
    name: String(name),
    user_id: Number(user_id),
    shared: shared === true,
    choice: knownIn(spec, {
      search: '',
      sort_column: isText(sort_column) ? sort_column : initial.sort_column,
      sort_direction: sort_direction === 'desc' ? 'desc' : 'asc',
      filters: Object.fromEntries(known),
    }),
    hidden: Array.isArray(hidden) ? hidden.filter(isText) : [],
    order: Array.isArray(column_order) ? column_order.filter(isText) : [],
  }
}

const alike = (a: readonly string[], b: readonly string[]) => a.length === b.length && a.every((one) => b.includes(one))

/** Whether a list looks as a view says: with its columns, and in its order if it says one. */
const looksLike = ({ hidden, order }: SavedView, look: Look) =>
  alike(hidden, look.hidden) && (!order.length || order.join() === look.order.join())

/**
 * The views of a list that a person saved, and those for everybody: filters, order, groups and columns under a name. @useSignals
 */
export function useSaved<E extends Entity>(
  spec: ListSpec<E>,
  [choice, choose]: readonly [ListState, (change: ChoiceChange) => void],
  [look, onLook]: readonly [Look, (change: Partial<Look>) => void],
): Saved {
  const { registry, session } = useServices()
  const may = useMay()
  const [filled] = registry.filled(savedViews, session.user.value)
  const entity = filled && may(filled, 'view') ? filled : undefined
  const of = { area: areaOf(spec.entity), list: spec.name ?? spec.entity.table }
  const { by = 'view' } = spec
  // Without them, what is listed is asked for nothing.
  const query = useQuery<Entity>(entity ?? spec.entity, {
    ask: entity !== undefined,
    across: entity === undefined,
    filters: entity ? of : {},
  })
  const views = useSummary(query.items, (all) => (entity ? all.map((one) => readView(spec, one)) : []), [spec, entity])
  const active = views.find((one) => !differs(one.choice, choice) && looksLike(one, look))
  const [last, setLast] = useState<Id | null>(null)
  if (active && active.id !== last) setLast(active.id)
  /** The columns as they were before a view had its own. */
  const before = useRef<Pick<Look, 'hidden' | 'order'>>({ hidden: [], order: [] })
  const { sort_column, sort_direction, filters } = choice
  const now = useMemo(
    () => ({
      area: of.area,
      list: of.list,
      sort_column,
      sort_direction,
      filters,
      hidden: [...look.hidden],
      column_order: [...look.order],
    }),
    [of.area, of.list, sort_column, sort_direction, filters, look.hidden, look.order],
  )
  return {
    entity,
    views,
    active,
    left: active ? undefined : views.find(({ id }) => id === last),
    now,
    show(key) {
      const view = views.find((one) => one.key === key)
      if (view) {
        if (!active) before.current = { hidden: look.hidden, order: look.order }
        const { search: _, ...chosen } = view.choice
        choose(chosen)
        onLook({ hidden: view.hidden, ...(view.order.length > 0 && { order: view.order }) })
        return
      }
      const shown = by === null ? {} : { [by]: key }
      if (!active) return choose({ filters: shown })
      // What a view narrows by goes with it.
      const { search: _, ...initial } = initialOf(spec)
      choose({ ...initial, filters: { ...initial.filters, ...shown } })
      onLook(before.current)
    },
  }
}
