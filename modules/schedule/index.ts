export { coverageOf, shortageOf, type ByLicense, type Shortage } from './coverage.ts'
export { shiftedSpan, type WorkDays } from './days-of.ts'
export { hueOf } from './parts/board-look.ts'
