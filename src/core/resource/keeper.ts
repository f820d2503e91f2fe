import type { Entity, RecordOf } from '../entity/entity.ts'
import type { Store } from '../store/store.ts'
import type { Result } from './result.ts'

type Put<E extends Entity> = (records: RecordOf<E>[]) => RecordOf<E>[]

/** Stores a response that is a single record. */
export const first = <E extends Entity>(sent: RecordOf<E>, put: Put<E>): RecordOf<E> => put([sent])[0] ?? sent

/**
 * Puts a response into the store and returns what is stored, unless the user has signed out in the meantime: the next
 * user must not find the data.
 */
export const keeper =
  <E extends Entity>(store: Store, entity: E) =>
  async <T>(asking: Promise<Result<T>>, keep: (data: T, put: Put<E>) => T, source?: 'local'): Promise<Result<T>> => {
    const asked = store.cleared.peek()
    const answer = await asking
    if (store.cleared.peek() !== asked) return answer
    const put: Put<E> = (records) => store.of(entity).put(records, answer.ok ? source : undefined)
    if (answer.ok) return { ...answer, data: keep(answer.data, put) }
    return answer.current === undefined ? answer : { ...answer, current: keep(answer.current, put) }
  }
