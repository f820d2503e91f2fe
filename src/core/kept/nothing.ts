import type { Kept } from './kept.ts'

const nothing = () => Promise.resolve(null)

/** For pages that keep nothing on the device, such as stories and tests of a single component. */
export const keptNothing: Kept = {
  restore: () => undefined,
  restoreRecord: () => undefined,
  restoreAll: async () => {},
  gone: () => {},
  seen: () => {},
  value: nothing,
  keep: () => {},
  use: nothing,
  stillTrue: () => {},
  flush: async () => {},
  clear: async () => {},
}
