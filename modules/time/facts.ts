/** What rules of other modules' servers read of time that is computed, not stored. */
export { lacksOn } from './missing.ts'
export { splitsOf } from './split-of.ts'
