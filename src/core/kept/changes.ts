import type { Id } from '../access/access.ts'
import type { KeptAnswer, KeptRecord } from './database.ts'

/** What the device's copy is to learn, latest first come. */
export interface Changes {
  readonly records: readonly KeptRecord[]
  readonly removed: readonly { owner: Id; entity: string; id: Id }[]
  readonly answers: readonly KeptAnswer[]
}

/** Collects changes until they are written together; of several to one record, the last counts. */
export function createQueue(onAdded: () => void) {
  const records = new Map<string, KeptRecord>()
  const removed = new Map<string, { owner: Id; entity: string; id: Id }>()
  const answers = new Map<string, KeptAnswer>()
  const keyOf = ({ owner, entity, id }: { owner: Id; entity: string; id: Id }) => `${owner} ${entity} ${id}`
  return {
    put(record: KeptRecord) {
      const key = keyOf(record)
      removed.delete(key)
      records.set(key, record)
      onAdded()
    },
    remove(record: { owner: Id; entity: string; id: Id }) {
      const key = keyOf(record)
      records.delete(key)
      removed.set(key, record)
      onAdded()
    },
    answer(answer: KeptAnswer) {
      answers.set(`${answer.owner} ${answer.entity} ${answer.key}`, answer)
      onAdded()
    },
    isEmpty: () => records.size + removed.size + answers.size === 0,
    /** Empties the queue and returns what was in it. */
    take(): Changes {
      const taken = { records: [...records.values()], removed: [...removed.values()], answers: [...answers.values()] }
      records.clear()
      removed.clear()
      answers.clear()
      return taken
    },
  }
}
