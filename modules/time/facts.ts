/** What other modules' servers read of time that is computed, and write that decides who sees it. */
export { heldIn } from './server/held.ts'
export { leadsIn, writeLed } from './server/led.ts'
export { lacksOn } from './server/missing.ts'
export { paidMore } from './server/paid-more.ts'
export { splitsOf } from './server/split-of.ts'
