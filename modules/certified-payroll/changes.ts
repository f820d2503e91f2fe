import type { Id } from '#core/access/access.ts'
import { addDays, formatMonthDay } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { classText, kindNames, kinds, moneyText, paid, type FormData, type Pay } from './form.ts'

const DIGITS = 'digits'
const payLabels: Readonly<Record<keyof Pay, string>> = {
  gross: 'gross, all work',
  fica: 'FICA',
  withheld: 'tax withheld',
  other: 'other deductions',
  net: 'net wages',
}

/** Everything that a form says, by its label. */
function said({ rows, week_start, ...form }: FormData): Map<string, string> {
  const facts = new Map([
    ['Address', form.address],
    ['Contract', form.contract_number],
    ['Wage decision', form.wage_decision],
  ])
  const nth = new Map<Id, number>()
  for (const row of rows) {
    const at = (nth.get(row.user_id) ?? 0) + 1
    nth.set(row.user_id, at)
    const put = (label: string, text: string) => facts.set(`${row.name}${at > 1 ? ` (${at})` : ''}: ${label}`, text)
    put('class', classText(row))
    put('rate', moneyText(row.rate))
    put('fringe', `${moneyText(row.fringe_plans)} + ${moneyText(row.fringe_cash)}`)
    put('gross, this job', moneyText(row.gross))
    put(DIGITS, row.last_four ?? '')
    for (const kind of kinds)
      for (const [day, hours] of row.hours[kind].entries())
        if (hours) put(`${formatMonthDay(addDays(week_start, day))} ${kindNames[kind]}`, formatHours(hours))
    for (const name of row.pay ? paid : []) put(payLabels[name], moneyText(row.pay?.[name]))
  }
  return facts
}

/**
 * What differs between what was signed and the form as it is now: "Hank Weaver: 11/18 OT 4.50 instead of 5.50". Digits are
 * hidden, since a list of changes must not repeat them.
 */
export function changesOf(before: FormData, now: FormData): string[] {
  const [old, next] = [said(before), said(now)]
  const names = [...new Set([...old.keys(), ...next.keys()])].filter((name) => old.get(name) !== next.get(name))
  return names.map((name) =>
    name.endsWith(`: ${DIGITS}`)
      ? `${name} changed`
      : `${name} ${next.get(name) || 'none'} instead of ${old.get(name) || 'none'}`,
  )
}
