/** What rules of other modules' servers read of time that is computed, not stored. */
export { heldIn } from './server/held.ts'
export { lacksOn } from './server/missing.ts'
export { splitsOf } from './server/split-of.ts'
