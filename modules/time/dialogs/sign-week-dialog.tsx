import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource } from '#blocks/services/services.tsx'
import { formatMonthDay, formatWeekday } from '#lib/days.ts'
import { timecards, type Timecard, type TimeEntry } from '../entities.ts'
import { linesToSign } from '../guards.ts'
import { SignDialog, whereOf } from './sign-dialog.tsx'

/** A person signs the hours of a week. */
export const SignWeekDialog = ({
  card,
  entries,
  onClose,
}: {
  card: Timecard
  entries: readonly TimeEntry[]
  onClose: () => void
}) => {
  const resource = useResource(timecards)
  const report = useOutcome()
  async function sign(signature_path: string) {
    // The hours as they are shown: the server refuses the signature if they are others by now.
    const result = await resource.act(card.id, 'sign', { signature_path, lines: linesToSign(entries) })
    const isSigned = report(result, 'Signed.')
    if (isSigned) onClose()
    return isSigned
  }
  return (
    <SignDialog
      title={`${card.user_name}, week of ${formatMonthDay(card.week_start)}`}
      lines={entries.map((entry) => ({
        id: entry.id,
        day: formatWeekday(entry.date),
        where: whereOf(entry),
        hours: entry.hours,
      }))}
      sign={sign}
      onClose={onClose}
    />
  )
}
