import { expect, test } from 'vitest'
import type { NotificationSetting } from '../entities.ts'
import { morningsAround, quietUntil } from './hours.ts'

const setting = (quiet_from: string | null, quiet_until: string | null, time_zone = 'America/Los_Angeles') =>
  ({ quiet_from, quiet_until, time_zone }) as NotificationSetting

test.for([
  // The evening and the morning of a night; in winter the zone is eight hours behind.
  ['20:00', '06:00', '2027-01-12T04:30:00Z', '2027-01-12T14:00:00.000Z'],
  ['20:00', '06:00', '2027-01-12T13:59:00Z', '2027-01-12T14:00:00.000Z'],
  ['20:00', '06:00', '2027-01-12T14:00:00Z', undefined],
  ['20:00', '06:00', '2027-01-12T03:59:00Z', undefined],
  // A part of one day.
  ['12:00', '13:00', '2027-01-12T20:30:00Z', '2027-01-12T21:00:00.000Z'],
  ['12:00', '13:00', '2027-01-12T21:00:00Z', undefined],
  // The night in which the clocks go forward ends an hour sooner.
  ['20:00', '06:00', '2027-03-14T06:00:00Z', '2027-03-14T13:00:00.000Z'],
  [null, null, '2027-01-12T04:30:00Z', undefined],
] as const)('quiet from %s to %s, at %s, is over at %s', ([from, until, now, over]) => {
  expect(quietUntil(setting(from, until), now)).toBe(over)
})

test('the morning mail comes at six where the person is', () => {
  expect(morningsAround('America/New_York', '2027-01-12T10:59:00Z')).toEqual({
    last: '2027-01-11T11:00:00.000Z',
    next: '2027-01-12T11:00:00.000Z',
  })
  expect(morningsAround('America/New_York', '2027-01-12T11:00:00Z').next).toBe('2027-01-13T11:00:00.000Z')
})
