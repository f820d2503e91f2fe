import { memo, useState, type KeyboardEvent } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { CostCodePicker } from '../../cost-codes/index.ts'
import { labelFor } from '../../users/index.ts'
import { users } from '../../users/entities.ts'
import type { Sheet, SheetHead, SheetRow } from './sheet.ts'
import { useEntries } from './use-day.ts'

/** The step of the plus and minus buttons, in hours; arrow keys step by hundredths (rule hours-step). */
const PRESS = 0.5

/** One line for each person, with the hours they already have on that day. @useSignals */
export const SheetRows = ({ sheet }: { sheet: Sheet }) => {
  const head = sheet.head.value
  const entries = useEntries(head.date, head.date).value
  const rows = sheet.rows.value
  return (
    <ul className={css({ display: 'grid', gap: '2.5' })} aria-label="People">
      {rows.map((row) => {
        const there = entries.filter(({ user_id }) => user_id === row.user_id)
        const twice =
          (row.hours ?? 0) > 0 &&
          head.type === 'standard' &&
          row.cost_code_id !== null &&
          (there.some(({ cost_code_id }) => cost_code_id === row.cost_code_id) ||
            rows.some(
              (other) =>
                other.key !== row.key && other.user_id === row.user_id && other.cost_code_id === row.cost_code_id,
            ))
        return (
          <Line
            key={row.key}
            sheet={sheet}
            row={row}
            head={head}
            already={there.reduce((sum, { hours }) => sum + hours, 0)}
            twice={twice}
          />
        )
      })}
    </ul>
  )
}

interface LineProps {
  sheet: Sheet
  row: SheetRow
  head: SheetHead
  /** Hours this person already has on this day. */
  already: number
  /** Whether the person has another entry with the same code on this day, which is allowed but shown as a warning. */
  twice: boolean
}

/** Enter moves the focus to the next line's hours, so that a crew can be entered without the mouse. */
function toNextHours(event: KeyboardEvent<HTMLInputElement>) {
  const inputs = event.currentTarget.closest('ul')?.querySelectorAll<HTMLInputElement>('input[role=spinbutton]') ?? []
  const next = [...inputs][[...inputs].indexOf(event.currentTarget) + 1]
  if (!next) return
  event.preventDefault()
  next.focus()
  next.select()
}

const Line = memo(({ sheet, row, head, already, twice }: LineProps) => {
  const [noting, setNoting] = useState(row.notes !== '')
  const { key, user_id } = row
  const standard = head.type === 'standard'
  return (
    <li>
      <Card className={line} invalid={row.error !== undefined}>
        <Person id={user_id} already={already} />
        <Hours sheet={sheet} row={row} />
        <Menu
          label="More"
          trigger={<IconButton icon="ellipsis" size="sm" aria-label="More" />}
          items={[
            { label: 'Note', icon: 'pencil', onSelect: () => setNoting(true) },
            ...(standard ? [{ label: 'Another code', icon: 'plus', onSelect: () => sheet.add([{ user_id }]) }] : []),
            { label: 'Remove', icon: 'x', separated: true, onSelect: () => sheet.remove(key) },
          ]}
        />
        {standard && (
          <span className={whole}>
            <CostCodePicker
              aria-label="Cost code"
              project_id={head.project_id}
              value={row.cost_code_id}
              onChange={(cost_code_id) => sheet.setRow(key, { cost_code_id })}
              invalid={row.error !== undefined && row.cost_code_id === null}
            />
          </span>
        )}
        {noting && (
          <span className={whole}>
            <TextInput
              aria-label="Note"
              placeholder="Note"
              value={row.notes}
              onChange={(notes) => sheet.setRow(key, { notes })}
            />
          </span>
        )}
        {(row.error ?? (twice ? TWICE : null)) && <p className={wrong}>{row.error ?? TWICE}</p>}
      </Card>
    </li>
  )
})

const TWICE = 'There is time on this code for this day already.'

/** The person's name, licence and existing hours. @useSignals */
const Person = ({ id, already }: { id: Id; already: number }) => {
  const { store } = useServices()
  const person = store.of(users).get(id)
  const details = [labelFor(person?.license), already > 0 ? `${already.toFixed(2)} h already` : ''].filter(Boolean)
  return (
    <span className={who}>
      <Avatar name={person?.name ?? '?'} size="sm" decorative />
      <span className={css({ minWidth: '0' })}>
        <b className={name}>{person?.name ?? 'Someone'}</b>
        <span className={css({ textStyle: 'small', color: 'muted' })}>{details.join(' · ')}</span>
      </span>
    </span>
  )
}

/** @useSignals */
const Hours = ({ sheet, row }: { sheet: Sheet; row: SheetRow }) => {
  const { store } = useServices()
  const person = store.of(users).get(row.user_id)
  return (
    <NumberInput
      stepper
      press={PRESS}
      min={0}
      max={24}
      decimals={2}
      placeholder="0.00"
      aria-label={`Hours of ${person?.name ?? 'someone'}`}
      value={row.hours}
      onChange={(hours) => sheet.setRow(row.key, { hours })}
      onEnter={toNextHours}
    />
  )
}

const line = css({
  display: 'grid',
  gridTemplateColumns: 'minmax(0, 1fr) auto auto',
  alignItems: 'center',
  gap: '2',
  padding: '3!',
})
const who = css({ display: 'flex', alignItems: 'center', gap: '2.5', minWidth: '0' })
const name = css({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const whole = css({ gridColumn: '1 / -1' })
const wrong = css({ gridColumn: '1 / -1', textStyle: 'small', fontWeight: 'strong', color: 'attention' })
