import type { Id } from '../access/access.ts'
import type { Mutation, Waiting } from './mutation.ts'
import type { Queue } from './queue.ts'

/** What cannot be sent without another kept change, because that creates what it belongs to. */
export function dependentsIn(
  queue: Pick<Queue, 'touching'>,
  items: readonly Waiting[],
  at: number,
): readonly Waiting[] {
  const found = new Map<number, Mutation>()
  const add = (names: Iterable<Id>) => {
    for (const item of queue.touching([...names].map(String))) {
      if (item.at <= at || found.has(item.at)) continue
      found.set(item.at, item)
      add(item.made)
    }
  }
  add(items.find((item) => item.at === at)?.made ?? [])
  return items.filter((item) => found.has(item.at))
}
