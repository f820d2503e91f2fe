import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import type { Need } from '#blocks/slots.ts'
import { useToday } from '#blocks/today/today.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { capital } from '#core/entity/wording.ts'
import { daysPast, dueParts, isSoon } from '#lib/due.ts'
import type { Day } from '#lib/days.ts'
import { joinWords } from '#lib/join-words.ts'
import type { Item } from '../entities.ts'

/** Makes a Needs you row of an item, from what all kinds have in common. */
export function needOf(
  { display }: Entity,
  item: Item,
  today: Day,
  { name, says = [] }: { name: string; says?: readonly string[] },
): Need {
  const { day, late } = dueParts(item.due_date, today)
  const place = joinWords(item.project_number, item.project_name)
  return {
    key: `${display.noun} ${item.id}`,
    icon: display.icon,
    title: `${capital(name)} · ${item.title}`,
    job: place,
    detail: capital([...says, ...(day ? [`due ${day}`] : [])].join(' · ')),
    ...(late && { late, overdue: daysPast(item.due_date, today) }),
    rank: late ? 'late' : isSoon(item.due_date, today) ? 'soon' : 'open',
    href: String(display.href(item)),
    label: 'Open',
  }
}

/** Makes Needs you rows of the items of a view, without those of archived projects; null until they are loaded. @useSignals */
export function useItemNeeds<E extends Entity, R extends Item & RecordOf<E>>(
  entity: E,
  view: string,
  of: (item: R, today: Day) => Need | null,
): readonly Need[] | null {
  const today = useToday()
  const { items, state } = useQuery(entity, { across: true, filters: { view } })
  const needs = useSummary(
    items,
    (all) => (all as R[]).flatMap((item) => (item.project_archived_at === null ? (of(item, today) ?? []) : [])),
    [today],
  )
  return state.value === 'never' ? null : needs
}
