import { isDay, type Day } from '#lib/days.ts'
import type { Answer } from './entities.ts'

/** The answers with one more for each of these days, in the order of the days. */
export function withAnswer(answers: readonly Answer[], days: readonly Day[], answer: Omit<Answer, 'date'>): Answer[] {
  const others = answers.filter(({ date }) => !days.includes(date))
  return [...others, ...days.map((date) => ({ date, ...answer }))].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/** What somebody answers, and when. Only who declines says why. */
export interface Saying {
  readonly says: 'confirmed' | 'declined'
  readonly reason?: unknown
  readonly now: string
}

/** What an answer to these days makes of an event, on the device and on the server: saying the same again changes nothing. */
export function answering(
  { answers }: { readonly answers: readonly Answer[] },
  days: readonly Day[],
  { says, reason, now }: Saying,
): { answers?: Answer[] } {
  const declined_reason = says === 'confirmed' ? null : typeof reason === 'string' ? reason.trim() : ''
  const isSaid = (day: Day) =>
    replyOn(answers, day) === says && answers.find(({ date }) => date === day)?.declined_reason === declined_reason
  const open = days.filter((day) => !isSaid(day))
  const [confirmed_at, declined_at] = says === 'confirmed' ? [now, null] : [null, now]
  // Who confirms a day that was left as it is says nothing against that; who declines it asks for an answer.
  const left = (day: Day) => (says === 'confirmed' ? answers.find(({ date }) => date === day)?.left_open_at : undefined)
  const answered = open.reduce((all, day) => {
    const left_open_at = left(day)
    return withAnswer(all, [day], { confirmed_at, declined_at, declined_reason, ...(left_open_at && { left_open_at }) })
  }, answers)
  return open.length ? { answers: [...answered] } : {}
}

/** The day that an answer names; without one the server finds the days that it is about. */
export const dayNamed = ({ date }: Readonly<Record<string, unknown>>): Day[] =>
  typeof date === 'string' && isDay(date) ? [date] : []

export type Reply = 'confirmed' | 'declined' | 'open'

/** What was answered to a day. */
export function replyOn(answers: readonly Answer[] | null | undefined, day: Day): Reply {
  const answer = answers?.find(({ date }) => date === day)
  if (answer?.declined_at) return 'declined'
  return answer?.confirmed_at ? 'confirmed' : 'open'
}
