import { isDay, type Day } from '#lib/days.ts'
import type { Answer } from './entities.ts'

/** The answers with one more for each of these days, in the order of the days. */
export function withAnswer(answers: readonly Answer[], days: readonly Day[], answer: Omit<Answer, 'date'>): Answer[] {
  const others = answers.filter(({ date }) => !days.includes(date))
  return [...others, ...days.map((date) => ({ date, ...answer }))].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

/** What an answer to one named day makes of an event; saying the same again changes nothing. */
export function answering(
  { answers }: { readonly answers: readonly Answer[] },
  { date, reason }: Readonly<Record<string, unknown>>,
  now: string,
  says: 'confirmed' | 'declined',
): { answers?: Answer[] } {
  if (typeof date !== 'string' || !isDay(date)) return {}
  const declined_reason = says === 'declined' && typeof reason === 'string' ? reason.trim() : null
  const known = answers.find((one) => one.date === date)
  if (replyOn(answers, date) === says && known?.declined_reason === declined_reason) return {}
  const [confirmed_at, declined_at] = says === 'confirmed' ? [now, null] : [null, now]
  return { answers: withAnswer(answers, [date], { confirmed_at, declined_at, declined_reason }) }
}

export type Reply = 'confirmed' | 'declined' | 'open'

/** What was answered to a day. */
export function replyOn(answers: readonly Answer[] | null | undefined, day: Day): Reply {
  const answer = answers?.find(({ date }) => date === day)
  if (answer?.declined_at) return 'declined'
  return answer?.confirmed_at ? 'confirmed' : 'open'
}
