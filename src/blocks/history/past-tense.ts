const irregular: Record<string, string> = {
  make: 'made',
  reset: 'reset',
  send: 'sent',
  submit: 'submitted',
  undo: 'undid',
  unsend: 'took back',
  unsubmit: 'took back',
}

/** An action as history tells it, `reset_password` as “reset password”, `archive` as “archived”. */
export function pastTense(action: string): string {
  const [verb = '', ...rest] = action.split('_')
  const done = irregular[verb] ?? (verb.endsWith('ed') ? verb : `${verb}${verb.endsWith('e') ? 'd' : 'ed'}`)
  return [done, ...rest].join(' ')
}
