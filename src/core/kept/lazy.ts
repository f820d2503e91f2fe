import type { Store } from '../store/store.ts'
import type { Kept } from './kept.ts'
import { keptNothing } from './nothing.ts'

/**
 * The device's copy, whose code is loaded beside the first request rather than before it. Nothing is asked of the server
 * before the device has been asked, so nothing is missed; if it cannot be loaded, nothing is kept.
 */
export function createLazyKept(store: Pick<Store, 'stateOf'>, load: () => Promise<Kept>): Kept {
  let loaded: Kept | undefined
  const loading = load()
    .catch((error: unknown) => {
      console.warn('Nothing can be kept on this device for the next visit.', error)
      return keptNothing
    })
    .then((kept) => (loaded = kept))
  const run = (work: (kept: Kept) => void) => void (loaded ? work(loaded) : loading.then(work))
  return {
    restore: (entity, where) =>
      store.stateOf(entity, where) === 'never' ? loading.then((kept) => kept.restore(entity, where)) : undefined,
    restoreRecord: (entity, id) =>
      store.stateOf(entity, { id }) === 'never' ? loading.then((kept) => kept.restoreRecord(entity, id)) : undefined,
    restoreAll: (entity) => loading.then((kept) => kept.restoreAll(entity)),
    seen: (entity, id) => run((kept) => kept.seen(entity, id)),
    gone: (entity, id) => run((kept) => kept.gone(entity, id)),
    value: (entity, key) => loading.then((kept) => kept.value(entity, key)),
    keep: (entity, key, value) => run((kept) => kept.keep(entity, key, value)),
    stillTrue: (entity, where) => run((kept) => kept.stillTrue(entity, where)),
    use: (work) => loading.then((kept) => kept.use(work)),
    flush: () => loading.then((kept) => kept.flush()),
    clear: (except) => loading.then((kept) => kept.clear(except)),
  }
}
