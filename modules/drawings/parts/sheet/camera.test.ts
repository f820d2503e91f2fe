import { expect, test } from 'vitest'
import { pinScale } from './camera.ts'

test('pins shrink as a sheet is zoomed out, and can still be touched', () => {
  const [page, phone] = [2592, 390]
  expect(pinScale(1)).toBe(1)
  expect(pinScale(0.3)).toBeLessThan(1)
  // A face is 28 pixels high, and 8 around it count too.
  expect(pinScale(phone / page) * (28 + 2 * 8)).toBeGreaterThanOrEqual(24)
  expect(pinScale(phone / page) * 28).toBeLessThan(24)
})
