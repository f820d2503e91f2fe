import type { Entity } from '#core/entity/entity.ts'

const irregular: Record<string, string> = {
  make: 'made',
  reset: 'reset',
  send: 'sent',
  submit: 'submitted',
  undo: 'undid',
  undone: 'undid',
  unsubmit: 'took back',
}

/** An action's text in the history: that of its workflow step, or its past tense; `by` is who did it. */
export function actionWords(
  { workflow }: Pick<Entity, 'workflow'>,
  action: string,
  record: object,
  by: number | null,
): string {
  const words = workflow?.steps[action]?.history
  return (typeof words === 'function' ? words(record, by) : words) ?? pastTense(action)
}

/** An action in the past tense: `archive` becomes “archived”, `reset_password` becomes “reset password”. */
export function pastTense(action: string): string {
  const [verb = '', ...rest] = action.split('_')
  const done = irregular[verb] ?? (verb.endsWith('ed') ? verb : `${verb}${verb.endsWith('e') ? 'd' : 'ed'}`)
  return [done, ...rest].join(' ')
}
