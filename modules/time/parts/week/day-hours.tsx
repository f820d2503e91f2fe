import { memo } from 'react'
import { useDerived } from '#blocks/query/use-derived.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { cellKey, type ByCell } from '../sheet/day-sheet.ts'
import type { SignedOn } from '../sign/use-signed.ts'

/** A person's hours of a day; it reads signals. */
export const hoursIn = (byCell: ByCell, user_id: Id, day: Day): number =>
  byCell.of(cellKey(String(user_id), day)).value.reduce((sum, { hours }) => sum + hours, 0)

/** A person's hours of one day. It reads its own cell's signal, so a changed entry rerenders only this. @useSignals */
export const DayHours = memo(
  ({
    byCell,
    user_id,
    day,
    expected,
    seen,
    signedOn,
  }: {
    byCell: ByCell
    user_id: Id
    day: Day
    expected: boolean
    seen: boolean
    signedOn: SignedOn
  }) => {
    const hours = useDerived(() => hoursIn(byCell, user_id, day), [byCell, user_id, day])
    const state = useDerived(
      () => signedOn(user_id, day, byCell.of(cellKey(String(user_id), day)).value)?.state,
      [signedOn, byCell, user_id, day],
    )
    if (hours === 0 && !seen) return <span className={css({ color: 'faint' })}>—</span>
    if (hours === 0 && expected)
      return (
        <span
          className={css({ textStyle: 'small', color: 'attention', fontWeight: 'strong' })}
          title="No hours on this day"
        >
          missing
        </span>
      )
    return (
      <span className={css({ '&[data-zero]': { color: 'faint' } })} data-zero={!hours || undefined}>
        {formatHours(hours)}
        {state && (
          <span className={signedMark} data-void={state === 'void' || undefined}>
            {state === 'void' ? 'sign again' : 'signed'}
          </span>
        )}
      </span>
    )
  },
)

const signedMark = css({
  display: 'block',
  textStyle: 'small',
  color: 'done',
  '&[data-void]': { color: 'attention', fontWeight: 'strong' },
})
