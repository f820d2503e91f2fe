import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { css } from '#css/css'
import { choiceLabel } from '#lib/choice-label.ts'
import { formatHours, roundHours } from '#lib/numbers.ts'
import { scheduleEvents, scheduleSettings, timeOffBalances, timeOffRequests, type Balance } from '../../entities.ts'

const dependsOn = [timeOffRequests, scheduleEvents, scheduleSettings, timeOffBalances]

/** `Vacation in 2027: 24.00 of 80.00 h left, 8.00 h asked for`. */
const textOf = ({ kind, hours, used, asked }: Balance, year: string): string =>
  [
    `${choiceLabel(kind)} in ${year}: ${formatHours(roundHours(hours - used))} of ${formatHours(hours)} h left`,
    ...(asked ? [`${formatHours(asked)} h asked for`] : []),
  ].join(', ')

/** What a person has left of a kind of time off in a year; nothing where neither the company gives hours nor the person has a balance. @useSignals */
export const BalanceLine = ({ person, kind, year }: { person: Id; kind: unknown; year: string }) => {
  const { api } = useServices()
  const { data } = useAsked(
    () => api(timeOffRequests).ask<Balance[]>('balances', { year, user_id: String(person) }),
    `time off of ${person} in ${year}`,
    dependsOn,
  )
  const balance = data?.find((one) => one.kind === kind)
  return balance ? <p className={css({ textStyle: 'note' })}>{textOf(balance, year)}</p> : null
}
