import type { Entity, RecordOf } from '../entity/entity.ts'
import { stampsOf } from '../entity/workflow.ts'
import type { Mutation } from './mutation.ts'

type AnyRecord = RecordOf<Entity>

/**
 * An answer with the fields that its change emptied, where it does not say what they are now: some servers leave out
 * what is empty, and what an answer lacks otherwise stays as it was (rule stock-servers).
 */
export function withEmptied(
  entity: Entity,
  { verb, action = '', drafts }: Pick<Mutation, 'verb' | 'action' | 'drafts'>,
  answer: AnyRecord,
  held: AnyRecord | undefined,
): AnyRecord {
  if (!held) return answer
  const { workflow } = entity
  const step = workflow?.steps[action] && stampsOf(workflow, action, held, { user_id: 0, now: '' })
  const asked: object = (verb === 'act' ? step : drafts.find(({ id }) => id === answer.id)) ?? {}
  const emptied = Object.entries(asked).filter(
    ([name, value]) => value === null && Object.hasOwn(held, name) && !(name in answer),
  )
  return emptied.length ? { ...answer, ...Object.fromEntries(emptied) } : answer
}
