import type { Id } from '#core/access/access.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import { formatTime } from '#lib/moments.ts'
import { isDone, type BigStep, type StepDay, type StepLine } from '../../steps.ts'
import { differences } from '../../told.ts'

/** What a line says by name. */
export interface Names {
  readonly person: (id: Id | null) => string
  /** A project's number, by which planners know it. */
  readonly job: (id: Id | null) => string
  readonly phase: (id: Id | null) => string
  /** When the company begins, `07:00`. */
  readonly start: string
}

export const plural = (count: number, one: string, many = `${one}s`): string => `${count} ${count === 1 ? one : many}`

/** A figure with its words, `day` and `days` as it is one or more. */
const figure = (count: number, one: string, many: string): Figure => ({ count, label: count === 1 ? one : many })

export const daysIn = (lines: readonly StepLine[], ...is: readonly StepDay['is'][]): number =>
  lines.reduce((sum, { days }) => sum + days.filter((day) => is.includes(day.is)).length, 0)
export const daysDone = (lines: readonly StepLine[]): number =>
  lines.reduce((sum, { days }) => sum + days.filter(isDone).length, 0)
export const peopleIn = (lines: readonly StepLine[]): number =>
  new Set(lines.flatMap(({ user_id, days }) => (user_id !== null && days.some(isDone) ? [user_id] : []))).size
const phasesIn = (lines: readonly StepLine[]): number => lines.filter(({ kind }) => kind === 'phase').length

/** A number at the head of a step. */
export interface Figure {
  readonly count: number
  readonly label: string
  readonly isConflict?: boolean
}
interface Words {
  readonly title: string
  readonly sub: string
  /** What the list below shows. */
  readonly head: string
  readonly none: string
  readonly figures: (chosen: readonly StepLine[], all: readonly StepLine[]) => Figure[]
  /** The main button. */
  readonly confirm: (chosen: readonly StepLine[]) => string
  /** What was done, for the toast. */
  readonly did: (chosen: readonly StepLine[]) => string
  /** Whether what it takes away is the point of it. */
  readonly danger?: boolean
}

/** Drafts that nobody is known to have made. */
const ofNobody = (lines: readonly StepLine[]) => lines.filter(({ drafted_id }) => drafted_id === null)
const left = (lines: readonly StepLine[]): Figure => {
  const count = daysIn(lines, 'conflict')
  return { ...figure(count, 'conflict, left out', 'conflicts, left out'), isConflict: count > 0 }
}
const both = (lines: readonly StepLine[]): string =>
  [
    ...(daysDone(lines) || !phasesIn(lines) ? [plural(daysDone(lines), 'day')] : []),
    ...(phasesIn(lines) ? [plural(phasesIn(lines), 'phase')] : []),
  ].join(', ')

export const words: Readonly<Record<BigStep, Words>> = {
  copy_week: {
    title: 'Copy week',
    sub: 'As drafts, nobody is told yet.',
    head: 'What will be there',
    none: 'Nobody is assigned in that week.',
    figures: (chosen) => [
      figure(daysIn(chosen, 'new'), 'day added', 'days added'),
      { count: daysIn(chosen, 'same'), label: 'the same, skipped' },
      left(chosen),
    ],
    confirm: (chosen) => `Add ${plural(daysIn(chosen, 'new'), 'day')}`,
    did: (chosen) => `${plural(daysIn(chosen, 'new'), 'day')} copied.`,
  },
  shift: {
    title: 'Push to tomorrow',
    sub: 'Rain, one job or all. As drafts, nobody is told yet.',
    head: 'After the push',
    none: 'Nobody works on that day.',
    figures: (chosen) => [
      figure(peopleIn(chosen), 'person moves', 'people move'),
      figure(daysIn(chosen, 'moved'), 'day shifts', 'days shift'),
      left(chosen),
    ],
    confirm: (chosen) => `Push ${plural(peopleIn(chosen), 'person', 'people')}`,
    did: (chosen) => `${plural(peopleIn(chosen), 'person', 'people')} pushed.`,
  },
  clear: {
    title: 'Clear days',
    sub: 'What was published stays until that is published, too.',
    head: 'What is taken off',
    none: 'Nobody is assigned on these days.',
    figures: (chosen) => [
      figure(peopleIn(chosen), 'person', 'people'),
      figure(daysIn(chosen, 'gone'), 'day cleared', 'days cleared'),
    ],
    confirm: (chosen) => `Clear ${plural(daysIn(chosen, 'gone'), 'day')}`,
    did: (chosen) => `${plural(daysIn(chosen, 'gone'), 'day')} cleared.`,
    danger: true,
  },
  discard: {
    title: 'Discard drafts',
    sub: 'Back to what was published; what never was is deleted.',
    head: 'Drafts that go',
    none: 'There is no draft of yours here.',
    figures: (chosen, all) => {
      const unknown = daysDone(ofNobody(all)) - daysDone(ofNobody(chosen))
      return [
        figure(daysDone(chosen), 'day discarded', 'days discarded'),
        figure(phasesIn(all) - phasesIn(chosen), 'phase kept unless ticked', 'phases kept unless ticked'),
        ...(unknown
          ? [figure(unknown, 'day of nobody known, kept unless ticked', 'days of nobody known, kept unless ticked')]
          : []),
      ]
    },
    confirm: (chosen) => `Discard ${both(chosen)}`,
    did: () => 'Back to what was published.',
    danger: true,
  },
  publish: {
    title: 'Publish',
    sub: 'Those whose days change are told.',
    head: 'What changes',
    none: 'There is no draft of yours here.',
    figures: (chosen) => [
      figure(daysIn(chosen, 'new'), 'day new', 'days new'),
      figure(daysIn(chosen, 'changed'), 'day changed', 'days changed'),
      figure(daysIn(chosen, 'gone'), 'day not any more', 'days not any more'),
    ],
    confirm: () => 'Publish',
    did: () => 'Published.',
  },
}

const short = (day: Day): string => formatWeekday(day).slice(0, 3)

/** Days on which something is in the way, by what it is: `Wed on 26-038 already, Fri time off`. */
function inTheWay(days: readonly StepDay[], { job }: Names): string[] {
  const reasons = Map.groupBy(
    days.filter(({ is }) => is === 'conflict'),
    ({ on }) => (on === undefined ? 'cannot be scheduled' : on === null ? 'time off' : `on ${job(on)} already`),
  )
  return [...reasons].map(([reason, there]) =>
    there.length === days.length && reason === 'cannot be scheduled'
      ? reason
      : `${there.map(({ date }) => short(date)).join(', ')} ${reason}`,
  )
}

/** What is to know of a line beside its days. */
export function noteOf(line: StepLine, names: Names): { text: string; isConflict: boolean } {
  const { days, was, now, lead, start_time } = line
  const conflicts = inTheWay(days, names)
  if (conflicts.length) return { text: conflicts.join(', '), isConflict: true }
  const same = days.filter(({ is }) => is === 'same').map(({ date }) => short(date))
  const parts = [
    ...(same.length ? [`${same.join(', ')} ${same.length === 1 ? 'is' : 'are'} the same`] : []),
    ...(was && now && was.user_id !== now.user_id ? [`was ${names.person(was.user_id)}’s`] : []),
    ...(was && now && was.project_id !== now.project_id ? [`was on ${names.job(was.project_id)}`] : []),
    ...(was && !now ? ['removal'] : []),
    ...differences(was, now, names.start),
  ]
  if (parts.length) return { text: parts.join(', '), isConflict: false }
  return {
    text: [...(lead ? ['lead'] : []), ...(start_time ? [formatTime(start_time)] : [])].join(', '),
    isConflict: false,
  }
}
