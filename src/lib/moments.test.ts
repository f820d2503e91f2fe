import { expect, test } from 'vitest'
import { choiceLabel } from './choice-label.ts'
import { formatClock, formatDone, formatMoment, formatRecent, formatTime, secondsBetween } from './moments.ts'
import { runningClock } from '../../tests/clock/clock.ts'

const spaces = (text: string) => text.replace(/\s/g, ' ')

test('what was done has date and time; what was done today and may be recent, the time alone', () => {
  const at = new Date(2026, 10, 20, 9, 4)
  expect(spaces(formatMoment(at))).toBe('Nov 20, 2026, 9:04 AM')
  expect(formatDone(at)).toBe('Nov 20')
  expect(spaces(formatClock(at.getTime()))).toBe('9:04 AM')
  expect(formatRecent(at.toISOString())).toBe(
    at.toDateString() === runningClock.now().toDateString() ? formatClock(at) : formatMoment(at),
  )
  const now = runningClock.now()
  expect(formatRecent(now)).toBe(formatClock(now))
})

test.each([
  ['00:05', '12:05 AM'],
  ['09:14', '9:14 AM'],
  ['12:00', '12:00 PM'],
  ['19:20', '7:20 PM'],
])('the time of day %s is written %s', (time, label) => expect(formatTime(time)).toBe(label))

test('a span has seconds only if it ends after it starts', () => {
  expect(secondsBetween('09:00', '10:30')).toBe(5400)
  expect(secondsBetween('10:30', '09:00')).toBeNull()
})

test('a choice is told in words', () => {
  expect(choiceLabel('project_manager')).toBe('Project manager')
  expect(choiceLabel(null)).toBe('')
})
