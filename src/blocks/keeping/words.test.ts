import { expect, test } from 'vitest'
import { runningClock } from '../../../tests/clock/clock.ts'
import { keptWords } from './words.ts'

const sheets = (here: number, of = 40) => ({ noun: ['sheet', 'sheets'] as const, here, of })
const photos = (here: number, of: number) => ({ noun: ['photo', 'photos'] as const, here, of })
const at = new Date(runningClock.now())
at.setHours(5, 40, 0, 0)
const now = { counts: [sheets(40)], bytes: 84 * 2 ** 20, missing: 0, wholeAt: at.getTime(), state: 'rest' as const }

test('all is said only when every file is here, with when it was checked and how much lies here', () => {
  expect(keptWords(now)).toBe('all on this device, 5:40 AM, 84 MB')
  expect(keptWords({ ...now, counts: [sheets(39)], state: 'away' })).toBe(
    '39 of 40 sheets, waiting for a connection, 84 MB',
  )
  expect(keptWords({ ...now, wholeAt: null })).toBe('not checked yet, 84 MB')
})

test('it says what is missing and why', () => {
  const part = { ...now, counts: [sheets(31), photos(1, 1)], wholeAt: null, bytes: 0 }
  expect(keptWords({ ...part, state: 'waiting' })).toBe('31 of 40 sheets, waiting for Wi-Fi')
  expect(keptWords({ ...part, counts: [sheets(31), photos(0, 1)], state: 'full' })).toBe(
    '31 of 40 sheets and 0 of 1 photo, no room for the rest',
  )
  expect(keptWords({ ...part, missing: 84 * 2 ** 20, state: 'ask' })).toBe('not on this device yet, about 84 MB')
  expect(keptWords(null)).toBe('not kept on this device')
})
