import { expect, test } from 'vitest'
import { formatDuration } from './durations.ts'

test.each([
  [0, '0:00', '0:00:00'],
  [59, '0:00', '0:00:59'],
  [5400, '1:30', '1:30:00'],
  [90061, '25:01', '25:01:01'],
  [-3660, '-1:01', '-1:01:00'],
])('%d seconds are %s, or %s', (seconds, short, long) => {
  expect(formatDuration(seconds)).toBe(short)
  expect(formatDuration(seconds, { withSeconds: true })).toBe(long)
})
