import { useState } from 'react'
import { css } from '#css/css'
import { useMay } from '#blocks/offered/offered.tsx'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { EntryDetails } from '../../dialogs/entry-details.tsx'
import { EntryDialog } from '../../dialogs/entry-dialog.tsx'
import { timeEntries, type TimeEntry } from '../../entities.ts'
import { SignedTag } from '../sign/signed-tag.tsx'
import { useSigned } from '../sign/use-signed.ts'
import { EntryLine } from '../sheet/entry-line.tsx'
import type { Split } from './use-split.ts'

/** The seven days of a week, a line for each entry and one for each day without; an entry's line opens it. @useSignals */
export const WeekDays = ({
  user_id,
  days,
  today,
  entries,
  split,
  isKnown,
  isSeen,
  locked,
  onAdd,
}: {
  user_id: Id
  days: readonly Day[]
  today: Day
  entries: readonly TimeEntry[]
  split: Split
  /** False while it is not known whether there are entries. */
  isKnown: boolean
  /** Whether all hours of a day are the reader's to see: no entries means none then. */
  isSeen: (day: Day) => boolean
  locked: boolean
  onAdd: ((day: Day) => void) | null
}) => {
  const { store } = useServices()
  const may = useMay()
  const { signedOn } = useSigned(days[0] ?? today, days.at(-1) ?? today)
  const [opened, setOpened] = useState<number | null>(null)
  const entry = opened === null ? undefined : store.of(timeEntries).get(opened)
  const mayEdit = !locked && may(timeEntries, 'edit')
  const close = () => setOpened(null)
  return (
    <Card className={css({ padding: '0!', overflow: 'hidden' })}>
      <ul>
        {days.map((day) => {
          const own = entries.filter(({ date }) => date === day)
          const signed = signedOn(user_id, day, own)
          const hours = own.reduce((sum, one) => sum + one.hours, 0)
          return (
            <li key={day} className={row}>
              <h2 className={name}>
                {formatWeekday(day)} {day === today && <Tag tone="primary">Today</Tag>}
              </h2>
              <span className={sum} data-zero={hours === 0 || undefined}>
                {(isKnown && isSeen(day)) || hours > 0 ? formatHours(hours) : '—'}
              </span>
              {onAdd && (
                <span className={plus}>
                  <IconButton
                    icon="plus"
                    size="sm"
                    aria-label={`Enter time on ${formatWeekday(day)}`}
                    onClick={() => onAdd(day)}
                  />
                </span>
              )}
              {own.length > 0 && (
                <ul className={lines}>
                  {own.map((one) => (
                    <EntryLine
                      key={one.id}
                      entry={one}
                      paid={split.byId.get(one.id)}
                      locked={locked}
                      only={own.length === 1}
                      onOpen={() => setOpened(one.id)}
                    />
                  ))}
                </ul>
              )}
              <span className={mark}>{signed && <SignedTag state={signed.state} />}</span>
              {split.warnings
                .filter(({ date }) => date === day)
                .map(({ text }) => (
                  <p key={text} className={warning}>
                    {text}
                  </p>
                ))}
            </li>
          )
        })}
      </ul>
      {entry && mayEdit && <EntryDialog record={entry} onClose={close} />}
      {entry && !mayEdit && <EntryDetails entry={entry} paid={split.byId.get(entry.id)} onClose={close} />}
    </Card>
  )
}

/** A day's name, hours and plus in one line on a phone; its entries stand beside the name where there is room. */
const row = css({
  display: 'grid',
  gridTemplateColumns: { base: 'minmax(0, 1fr) auto auto', md: '9rem minmax(0, 1fr) 4rem auto' },
  gridTemplateAreas: {
    base: '"name sum plus" "lines lines lines" "warn warn warn"',
    md: '"name lines sum plus" ". warn . ."',
  },
  alignItems: { base: 'center', md: 'start' },
  columnGap: '2.5',
  paddingInline: '3.5',
  paddingBlock: { base: '0.5', md: '1.5' },
  '& + &': { borderTop: '1px solid {colors.line}' },
})
const aligned = { minHeight: '9', display: 'flex', alignItems: 'center', gap: '2' } as const
const name = css({ ...aligned, gridArea: 'name', fontWeight: 'strong' })
const sum = css({
  ...aligned,
  gridArea: 'sum',
  justifyContent: 'end',
  fontWeight: 'section',
  '&[data-zero]': { color: 'faint' },
})
const plus = css({ ...aligned, gridArea: 'plus' })
const lines = css({ gridArea: 'lines', display: 'grid', paddingBottom: { base: '1', md: '0' } })
const mark = css({ gridColumn: { base: '1 / -1', md: '2' }, _empty: { display: 'none' }, paddingBottom: '1' })
const warning = css({
  gridColumn: { base: '1 / -1', md: '2' },
  textStyle: 'small',
  fontWeight: 'strong',
  color: 'attention',
  paddingBottom: '1',
})
