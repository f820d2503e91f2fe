import { expect, test } from 'vitest'
import { readIcs, writeIcs, type FeedEvent } from './ics.ts'

const ZONE = 'America/Los_Angeles'
const wrap = (...lines: string[]) => ['BEGIN:VCALENDAR', ...lines, 'END:VCALENDAR'].join('\r\n')
const event = (...lines: string[]) => wrap('BEGIN:VEVENT', ...lines, 'END:VEVENT')

test('what is written is read again, whatever its text', () => {
  const written: FeedEvent[] = [
    {
      uid: 'a-1',
      title: 'Walk; with, commas\\ and “quotes” 配電盤 '.repeat(4).trim(),
      location: 'Gate 2\nNorth',
      note: null,
      when: { starts_at: '2027-03-12T15:00:00.000Z', ends_at: '2027-03-12T16:30:00.000Z' },
      changed_at: '2027-03-01T00:00:00.000Z',
    },
    {
      uid: 'a-2',
      title: 'Day off',
      location: null,
      note: 'Whole days',
      when: { start_date: '2027-11-25', end_date: '2027-11-26' },
      changed_at: '2027-03-01T00:00:00.000Z',
    },
  ]
  const text = writeIcs('Schedule', written)
  for (const line of text.split('\r\n')) expect(new TextEncoder().encode(line).length).toBeLessThanOrEqual(75)
  expect(text.endsWith('END:VCALENDAR\r\n')).toBe(true)
  const { events } = readIcs(text, ZONE)
  expect(events).toEqual(written.map(({ changed_at: _, ...one }) => ({ ...one, uid: `${one.uid}@plumbline` })))
})

test('a later change has a higher sequence', () => {
  const one = {
    uid: 'a',
    title: 'Walk',
    location: null,
    note: null,
    when: { start_date: '2027-03-12', end_date: '2027-03-12' },
  }
  const sequence = (changed_at: string) => Number(/SEQUENCE:(\d+)/.exec(writeIcs('S', [{ ...one, changed_at }]))?.[1])
  expect(sequence('2027-03-01T00:00:01.000Z')).toBe(sequence('2027-03-01T00:00:00.000Z') + 1)
})

test('times are read in their zone, in UTC, or on the company’s clock', () => {
  const startOf = (line: string) => readIcs(event(line, 'SUMMARY:Walk'), ZONE).events[0]?.when
  expect(startOf('DTSTART;TZID=America/New_York:20270315T090000')).toMatchObject({
    starts_at: '2027-03-15T13:00:00.000Z',
    ends_at: '2027-03-15T14:00:00.000Z',
  })
  expect(startOf('DTSTART:20270315T090000Z')).toMatchObject({ starts_at: '2027-03-15T09:00:00.000Z' })
  expect(startOf('DTSTART:20270315T090000')).toMatchObject({ starts_at: '2027-03-15T16:00:00.000Z' })
  // Outlook names zones that are not in the database of time zones.
  expect(startOf('DTSTART;TZID="Pacific Standard Time":20270315T090000')).toMatchObject({
    starts_at: '2027-03-15T16:00:00.000Z',
  })
  expect(startOf('DTSTART;VALUE=DATE:20270315')).toEqual({ start_date: '2027-03-15', end_date: '2027-03-15' })
})

test('what cannot be read or repeats is counted, and alarms belong to no event', () => {
  const text = wrap(
    'BEGIN:VEVENT',
    'SUMMARY:Weekly',
    'DTSTART:20270315T090000Z',
    'RRULE:FREQ=WEEKLY',
    'BEGIN:VALARM',
    'SUMMARY:Alarm',
    'END:VALARM',
    'END:VEVENT',
    'BEGIN:VEVENT',
    'SUMMARY:No start',
    'END:VEVENT',
  )
  expect(readIcs(text, ZONE)).toMatchObject({ events: [{ title: 'Weekly' }], unread: 1, repeated: 1 })
  expect(readIcs('not a calendar', ZONE)).toEqual({ events: [], unread: 0, repeated: 0 })
})
