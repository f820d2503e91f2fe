import type { Day } from '#lib/days.ts'
import type { Answer } from './entities.ts'

/** The answers with one more for each of these days, in the order of the days. */
export function withAnswer(answers: readonly Answer[], days: readonly Day[], answer: Omit<Answer, 'date'>): Answer[] {
  const others = answers.filter(({ date }) => !days.includes(date))
  return [...others, ...days.map((date) => ({ date, ...answer }))].toSorted((a, b) => (a.date < b.date ? -1 : 1))
}

export type Reply = 'confirmed' | 'declined' | 'open'

/** What was answered to a day. */
export function replyOn(answers: readonly Answer[] | null | undefined, day: Day): Reply {
  const answer = answers?.find(({ date }) => date === day)
  if (answer?.declined_at) return 'declined'
  return answer?.confirmed_at ? 'confirmed' : 'open'
}
