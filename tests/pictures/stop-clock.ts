/**
 * Stops `Date` in a Node process at the moment of the pictures, and in what it starts: a server that is started with this
 * as an import writes and tells one time, however long its tests take.
 */
import { MOMENT } from './screens.ts'

const Real = globalThis.Date
const moment = Real.parse(MOMENT)

globalThis.Date = new Proxy(Real, {
  // Called without `new`, Date ignores what it is given and answers with the present, as text.
  apply: () => new Real(moment).toString(),
  construct: (target, given, newTarget) => Reflect.construct(target, given.length === 0 ? [moment] : given, newTarget),
  get: (target, name) => (name === 'now' ? () => moment : Reflect.get(target, name)),
})
