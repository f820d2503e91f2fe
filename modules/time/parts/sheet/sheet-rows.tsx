import { memo, useState, type KeyboardEvent } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { CostCodePicker } from '../../../cost-codes/index.ts'
import { projects } from '../../../projects/entities.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { formatHours } from '#lib/numbers.ts'
import { users } from '../../../users/entities.ts'
import { CODE_REQUIRED } from '../../guards.ts'
import { projectOf, type Sheet, type SheetHead, type SheetRow } from './sheet.ts'
import { useOutlook } from '../outlook/use-outlook.ts'
import { useEntries } from './use-day.ts'

/** The step of the plus and minus buttons, in hours; arrow keys step by hundredths (rule hours-step). */
const PRESS = 0.5

/** One line for each person, with the hours they already have on that day. @useSignals */
export const SheetRows = ({ sheet }: { sheet: Sheet }) => {
  const head = sheet.head.value
  const entries = useEntries(head.date, head.date).value
  const { lines, usual } = useOutlook(sheet).value
  return (
    <ul className={css({ stack: '2.5' })} aria-label="People">
      {sheet.rows.value.map((row) => {
        const { error, warnings = [] } = lines.get(row.key) ?? {}
        const there = entries.filter(({ user_id }) => user_id === row.user_id)
        return (
          <Line
            key={row.key}
            sheet={sheet}
            row={row}
            head={head}
            already={there.reduce((sum, { hours }) => sum + hours, 0)}
            usual={usual.get(row.user_id)}
            error={row.error ?? error}
            warnings={warnings.join('\n')}
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
  /** What the first press of plus enters. */
  usual: number | undefined
  error: string | undefined
  /** One on each line of text. */
  warnings: string
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

const Line = memo(({ sheet, row, head, already, usual, error, warnings }: LineProps) => {
  const [noting, setNoting] = useState(row.notes !== '')
  const { key, user_id } = row
  const standard = head.type === 'standard'
  return (
    <li>
      <Card className={line} invalid={error !== undefined}>
        <Person id={user_id} already={already} isPaid={row.per_diem} />
        <span className={css({ gridArea: 'hours' })}>
          <Hours sheet={sheet} row={row} usual={usual} invalid={error !== undefined && error !== CODE_REQUIRED} />
        </span>
        <span className={css({ gridArea: 'menu' })}>
          <Menu
            label="More"
            trigger={<IconButton icon="ellipsis" size="sm" aria-label="More" />}
            items={[
              {
                label: row.per_diem ? 'No per diem' : 'Per diem',
                icon: 'dollar-sign',
                onSelect: () => sheet.setRow(key, { per_diem: !row.per_diem }),
              },
              { label: 'Note', icon: 'pencil', onSelect: () => setNoting(true) },
              ...(standard ? [{ label: 'Another code', icon: 'plus', onSelect: () => sheet.add([{ user_id }]) }] : []),
              { label: 'Remove', icon: 'x', separated: true, onSelect: () => sheet.remove(key) },
            ]}
          />
        </span>
        {standard && (
          <span className={whole}>
            {row.project_id !== null && <OwnProject id={row.project_id} />}
            <CostCodePicker
              aria-label="Cost code"
              project_id={projectOf(row, head)}
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
        {error && (
          <p className={wrong}>
            <Icon name="circle-alert" size="sm" />
            {error}
          </p>
        )}
        {warnings &&
          warnings.split('\n').map((text) => (
            <p key={text} className={warning}>
              <Icon name="triangle-alert" size="sm" />
              {text}
            </p>
          ))}
      </Card>
    </li>
  )
})

/** The project of a line that has its own. @useSignals */
const OwnProject = ({ id }: { id: Id }) => {
  const { store } = useServices()
  const project = store.of(projects).get(id)
  return <span className={own}>{project ? projects.display.title(project) : '…'}</span>
}

/** The person's name, license, per diem and existing hours. @useSignals */
const Person = ({ id, already, isPaid }: { id: Id; already: number; isPaid: boolean }) => {
  const { store } = useServices()
  const person = store.of(users).get(id)
  const details = [
    choiceLabel(person?.license),
    isPaid ? 'Per diem' : '',
    already > 0 ? `${formatHours(already)} h already` : '',
  ].filter(Boolean)
  return (
    <span className={who}>
      <Avatar name={person?.name ?? '?'} size="sm" decorative />
      <span className={css({ minWidth: '0' })}>
        <b className={name}>{person?.name ?? 'Someone'}</b>
        <span className={css({ textStyle: 'note' })}>{details.join(' · ')}</span>
      </span>
    </span>
  )
}

/** @useSignals */
const Hours = ({
  sheet,
  row,
  usual,
  invalid,
}: {
  sheet: Sheet
  row: SheetRow
  usual: number | undefined
  invalid: boolean
}) => {
  const { store } = useServices()
  const person = store.of(users).get(row.user_id)
  return (
    <NumberInput
      stepper
      hours
      press={PRESS}
      {...(usual !== undefined && { usual })}
      invalid={invalid}
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

/** On a phone the name has a line of its own, with the hours below. */
const line = css({
  stack: '2',
  gridTemplateColumns: { base: 'minmax(0, 1fr) auto', sm: 'minmax(0, 1fr) auto auto' },
  gridTemplateAreas: { base: '"who menu" "hours hours"', sm: '"who hours menu"' },
  alignItems: 'center',
  padding: '3!',
})
const who = css({ gridArea: 'who', row: '2.5', minWidth: '0' })
const name = css({ display: 'block', overflowWrap: 'anywhere' })
const whole = css({ gridColumn: '1 / -1', minWidth: '0' })
const own = css({ display: 'block', textStyle: 'small', fontWeight: 'medium', marginBottom: '1' })
const message = { gridColumn: '1 / -1', display: 'flex', alignItems: 'center', gap: '1.5', textStyle: 'small' } as const
const wrong = css({ ...message, fontWeight: 'strong', color: 'attention' })
const warning = css({ ...message, color: 'muted' })
