import type { Entity } from '#core/entity/entity.ts'

const irregular: Record<string, string> = {
  make: 'made',
  reset: 'reset',
  send: 'sent',
  submit: 'submitted',
  undo: 'undid',
  unsubmit: 'took back',
}

/** An action as history has it: what the step of the entity's workflow says, else its past tense. */
export const actionWords = ({ workflow }: Pick<Entity, 'workflow'>, action: string): string =>
  workflow?.steps[action]?.history ?? pastTense(action)

/** An action in the past tense, `reset_password` as “reset password”, `archive` as “archived”. */
export function pastTense(action: string): string {
  const [verb = '', ...rest] = action.split('_')
  const done = irregular[verb] ?? (verb.endsWith('ed') ? verb : `${verb}${verb.endsWith('e') ? 'd' : 'ed'}`)
  return [done, ...rest].join(' ')
}
