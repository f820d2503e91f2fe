/** Our own rules of the linter. */
import { american } from './american.ts'
import { oneClock } from './one-clock.ts'
import { trackedReads } from './tracked-reads.ts'
import { wholeSets } from './whole-sets.ts'

export default {
  meta: { name: 'plumbline' },
  rules: { american, 'one-clock': oneClock, 'tracked-reads': trackedReads, 'whole-sets': wholeSets },
}
