import type { ListState } from '#blocks/list-page/list.ts'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import type { PunchItem } from '../entities.ts'
import { daysLate, workOf } from './labels.ts'

const views = ['all', 'mine', 'check'] as const
const groupings = ['state', 'assignee', 'location'] as const
const layouts = ['list', 'plan'] as const

/** How a project's list is narrowed and grouped; what is not chosen is empty. */
export interface Choice {
  readonly layout: (typeof layouts)[number]
  readonly view: (typeof views)[number]
  readonly group: (typeof groupings)[number]
  readonly assigned: string
  readonly trade: string
  readonly location: string
}
export const allItems: Choice = { layout: 'list', view: 'all', group: 'state', assigned: '', trade: '', location: '' }

/** A choice in the form in which lists are remembered. */
export const asList = (choice: Choice): ListState => ({
  search: '',
  sort_column: 'number',
  sort_direction: 'asc',
  filters: { ...choice },
})

/** The choice that a list remembered, as far as it is still known. */
export function fromList({ filters }: ListState): Choice {
  const { layout, view, group, assigned = '', trade = '', location = '' } = filters
  return {
    layout: layouts.find((one) => one === layout) ?? 'list',
    view: views.find((one) => one === view) ?? 'all',
    group: groupings.find((one) => one === group) ?? 'state',
    assigned,
    trade,
    location,
  }
}

/** The value of the filter for items without an assignee. */
export const NOBODY = 'nobody'

/** Whose view it is, and which completed items wait for that person. */
export interface Viewer {
  readonly me: number
  readonly mayCheck: (item: PunchItem) => boolean
}

/** The items that a choice shows. */
export const chosen = (items: readonly PunchItem[], choice: Choice, viewer: Viewer): PunchItem[] =>
  items.filter(
    (item) =>
      isInView(item, choice.view, viewer) &&
      (!choice.assigned || String(item.assigned_id ?? NOBODY) === choice.assigned) &&
      (!choice.trade || item.trade === choice.trade) &&
      (!choice.location || item.location === choice.location),
  )

/** `mine` is what the user has to do or has done and nobody has closed yet; `check` is what waits for the user. */
export function isInView(item: PunchItem, view: Choice['view'], { me, mayCheck }: Viewer): boolean {
  if (view === 'mine') return item.assigned_id === me && item.closed_at === null
  return view === 'all' || (workOf(item) === 'completed' && mayCheck(item))
}

export interface Group {
  readonly key: string
  readonly label: string
  readonly ids: readonly Id[]
  /** How many of them are overdue. */
  readonly late: number
}

/** What is due first comes first; what has no date comes last. Both are by number then. */
const byDue = (a: PunchItem, b: PunchItem) => {
  const [left, right] = [a.due_date ?? '9999', b.due_date ?? '9999']
  return left === right ? (a.number ?? 1e9) - (b.number ?? 1e9) : left < right ? -1 : 1
}

const stateLabels = { open: 'Open', completed: 'Completed', closed: 'Closed' } as const
const states = Object.keys(stateLabels)
const keys: Readonly<Record<Choice['group'], (item: PunchItem) => string>> = {
  state: workOf,
  assignee: ({ assigned_id }) => String(assigned_id ?? ''),
  location: ({ location }) => location ?? '',
}
const labels: Readonly<Record<Choice['group'], (item: PunchItem) => string>> = {
  state: (item) => stateLabels[workOf(item)],
  assignee: ({ assigned_name }) => assigned_name ?? 'Nobody yet',
  location: ({ location }) => location ?? 'No location',
}

/** The items in groups: by state in the order of the work, by assignee or location by name, those without one last. */
export function groupsOf(items: readonly PunchItem[], by: Choice['group'], today: Day): Group[] {
  const groups = [...Map.groupBy(items, keys[by])].flatMap(([key, own]): Group[] => {
    const late = own.filter((item) => daysLate(item, today) > 0).length
    const ids = own.toSorted(byDue).map(({ id }) => id)
    return own[0] ? [{ key, label: labels[by](own[0]), ids, late }] : []
  })
  return groups.toSorted((a, b) => {
    if (by === 'state') return states.indexOf(a.key) - states.indexOf(b.key)
    return Number(a.key === '') - Number(b.key === '') || a.label.localeCompare(b.label)
  })
}

export interface Option {
  readonly value: string
  readonly label: string
}

/** What the items offer to narrow them by, and how many are in each view. */
export interface Offer {
  readonly assigned: readonly Option[]
  readonly trade: readonly Option[]
  readonly location: readonly Option[]
  readonly counts: Readonly<Record<'mine' | 'check', number>>
}

const named = (values: readonly (string | null)[]): Option[] =>
  [...new Set(values.flatMap((value) => value ?? []))].toSorted().map((value) => ({ value, label: value }))

export function offerOf(items: readonly PunchItem[], viewer: Viewer): Offer {
  const people = new Map(items.map(({ assigned_id, assigned_name }) => [assigned_id, assigned_name]))
  const counted = (view: Choice['view']) => items.filter((item) => isInView(item, view, viewer)).length
  return {
    assigned: [...people]
      .map(([id, name]) => ({ value: String(id ?? NOBODY), label: name ?? 'Nobody yet' }))
      .toSorted((a, b) => a.label.localeCompare(b.label)),
    trade: named(items.map(({ trade }) => trade)),
    location: named(items.map(({ location }) => location)),
    counts: { mine: counted('mine'), check: counted('check') },
  }
}
