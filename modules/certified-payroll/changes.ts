import type { Id } from '#core/access/access.ts'
import { addDays, formatMonthDay } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { classText, kindNames, kinds, moneyText, paid, type FormData, type Pay } from './form.ts'

/** Everything that a form says, by its label. Digits are hidden, since a list of changes must not repeat them. */
function said({ rows, week_start, ...form }: FormData): Map<string, { text: string; hidden?: boolean }> {
  const facts = new Map<string, { text: string; hidden?: boolean }>([
    ['Address', { text: form.address }],
    ['Contract', { text: form.contract_number }],
    ['Wage decision', { text: form.wage_decision }],
  ])
  const nth = new Map<Id, number>()
  for (const row of rows) {
    const at = (nth.get(row.user_id) ?? 0) + 1
    nth.set(row.user_id, at)
    const put = (label: string, text: string, hidden = false) =>
      facts.set(`${row.name}${at > 1 ? ` (${at})` : ''}: ${label}`, { text, hidden })
    put('class', classText(row))
    put('rate', moneyText(row.rate))
    put('fringe', `${moneyText(row.fringe_plans)} + ${moneyText(row.fringe_cash)}`)
    put('gross, this job', moneyText(row.gross))
    put('digits', row.last_four ?? '', true)
    for (const kind of kinds)
      for (const [day, hours] of row.hours[kind].entries())
        if (hours) put(`${formatMonthDay(addDays(week_start, day))} ${kindNames[kind]}`, formatHours(hours))
    for (const name of row.pay ? paid : []) put(payLabels[name], moneyText(row.pay?.[name] ?? null))
  }
  return facts
}
export const payLabels: Readonly<Record<keyof Pay, string>> = {
  gross: 'gross, all work',
  fica: 'FICA',
  withheld: 'tax withheld',
  other: 'other deductions',
  net: 'net wages',
}

/** What differs between what was signed and the form as it is now: "Hank Weaver: 11/18 OT 4.50 instead of 5.50". */
export function changesOf(before: FormData, now: FormData): string[] {
  const [old, next] = [said(before), said(now)]
  return [...new Set([...old.keys(), ...next.keys()])].flatMap((name) => {
    const [a, b] = [old.get(name), next.get(name)]
    if (a?.text === b?.text) return []
    return a?.hidden || b?.hidden
      ? [`${name} changed`]
      : [`${name} ${b?.text || 'none'} instead of ${a?.text || 'none'}`]
  })
}
