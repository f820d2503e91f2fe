import { addDays, daysBetween, formatWeekday, type Day } from './days.ts'

/** From so many days before it is due, work is soon due. */
const SOON = 2

/** How many days ago something was due (rule due); 0 if it is not late, or due at no time. */
export const daysPast = (due: Day | null, today: Day): number =>
  due === null ? 0 : Math.max(0, daysBetween(due, today))

/** The last day of what is soon due. */
export const soonBy = (today: Day): Day => addDays(today, SOON)

/** Whether something is due within two days, or late. */
export const isSoon = (due: Day | null, today: Day): boolean => due !== null && due <= soonBy(today)

/** When something is due, in words that go on a sentence: `today`, `tomorrow`, `Fri, Nov 20`; and how late it is: `3 days late`. */
export function dueParts(due: Day | null, today: Day): { day: string; late: string } {
  if (due === null) return { day: '', late: '' }
  const days = daysPast(due, today)
  const day = due === today ? 'today' : due === addDays(today, 1) ? 'tomorrow' : formatWeekday(due)
  return { day, late: days ? `${days} ${days === 1 ? 'day' : 'days'} late` : '' }
}

/** When something is due, with how late it is: `Due tomorrow`, `Due Fri, Nov 20 · 3 days late`. Below a heading it is `bare`. */
export function dueText(due: Day | null, today: Day, { bare = false } = {}): string {
  const { day, late } = dueParts(due, today)
  const words = [bare ? day.charAt(0).toUpperCase() + day.slice(1) : day && `Due ${day}`, late]
  return words.filter(Boolean).join(' · ')
}
