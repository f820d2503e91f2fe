import { useEffect, useState, type ReactNode } from 'react'
import { css } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useResource } from '#blocks/services/services.tsx'
import type { FirstStepProps } from '#blocks/slots.ts'
import { stateName, states } from '#lib/address-states.ts'
import { rulesIn, type OvertimeRules, type PrevailingRules } from '#lib/overtime/rules.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Combobox } from '#ui/combobox/combobox.tsx'
import { Field } from '#ui/field/field.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { StateRulesDialog } from '../../dialogs/state-rules-dialog.tsx'
import { WeekRulesDialog } from '../../dialogs/week-rules-dialog.tsx'
import { overtimeSettings, type OvertimeSetting } from '../../entities.ts'
import { exampleText } from './example-week.ts'
import { fourTenText, hoursText, timesText } from '../labels.ts'

const options = states.map(({ letters, name }) => ({ value: letters, label: name }))
/** As many states beside one another as a phone has room for. */
const FEW = 3

/** By which rules hours become overtime, as a step of the first hour: the state's, which can be changed right there. */
export default function OvertimeStep({ onReady }: FirstStepProps) {
  const { items, failure, ask } = useQuery(overtimeSettings)
  const [setting] = useRecords(items)
  return setting ? <States setting={setting} onReady={onReady} /> : <NotLoaded failure={failure.value} retry={ask} />
}

const States = ({ setting, onReady }: FirstStepProps & { setting: OvertimeSetting }) => {
  const resource = useResource(overtimeSettings)
  const { rules } = setting
  const [state, setState] = useState<string | null>(rules.states[0]?.state ?? null)
  const [open, setOpen] = useState<'week' | 'state' | null>(null)
  const isKnown = rules.states.some((one) => one.state === state)
  async function save() {
    if (state === null || isKnown) return true
    // It begins with the rules for other states, as one that is added in Setup.
    const added = { ...rulesIn(rules, state), state }
    const { id, updated_at } = setting
    const saved = await resource.save({ id, updated_at, rules: { ...rules, states: [...rules.states, added] } })
    if (!saved.ok) toastFailure(saved)
    return saved.ok
  }
  useEffect(() => {
    onReady(save)
    return () => onReady(null)
  })
  const close = () => setOpen(null)
  const other = rules.states.slice(0, FEW).some((one) => one.state === state) ? null : state
  const buttons = rules.states.slice(0, FEW).map((one) => ({ value: one.state, label: stateName(one.state) }))
  return (
    <div className={css({ column: '4' })}>
      <div className={css({ column: '2' })}>
        <Segmented aria-label="State" full value={state ?? ''} onChange={setState} options={buttons} />
        <Field label="Another state">
          <Combobox
            options={options}
            placeholder="All states"
            value={other}
            selected={other === null ? null : { value: other, label: stateName(other) }}
            onChange={(chosen) => chosen && setState(chosen)}
          />
        </Field>
      </div>
      <Meaning rules={rules} state={state} mayChange={isKnown} onChange={setOpen} />
      {!isKnown && state !== null && (
        <p className={css({ textStyle: 'note' })}>
          {`Plumbline has no rules of its own for ${stateName(state)}: these are the usual ones. Save them, and change what the state asks for.`}
        </p>
      )}
      <p className={css({ textStyle: 'note' })}>{exampleText(rules, state)}</p>
      {open === 'week' && <WeekRulesDialog setting={setting} onClose={close} />}
      {open === 'state' && <StateRulesDialog setting={setting} place={state} onClose={close} />}
    </div>
  )
}

interface MeaningProps {
  readonly rules: OvertimeRules
  readonly state: string | null
  readonly mayChange: boolean
  readonly onChange: (what: 'week' | 'state') => void
}

function linesOf({ daily_limit, four_ten, premiums: { saturday, sunday, holiday } }: PrevailingRules) {
  const same = saturday === sunday && sunday === holiday
  return [
    { what: `Over ${hoursText(daily_limit)} a day`, how: timesText(1.5) },
    ...(four_ten ? [{ what: 'Four tens', how: fourTenText(four_ten) }] : []),
    ...(same
      ? [{ what: 'Weekends and holidays', how: timesText(saturday) }]
      : [
          { what: 'Saturday', how: timesText(saturday) },
          { what: 'Sunday', how: timesText(sunday) },
          { what: 'Holidays', how: timesText(holiday) },
        ]),
  ]
}

/** What the rules come to, one line each. */
const Meaning = ({ rules, state, mayChange, onChange }: MeaningProps) => (
  <section aria-labelledby="meaning">
    <h3 id="meaning" className={css({ textStyle: 'label', marginBottom: '1' })}>
      What this means
    </h3>
    <ul className={list}>
      <Line what={`Over ${hoursText(rules.weekly_limit)} a week`} how={timesText(1.5)} who="Everybody">
        <IconButton icon="pencil" aria-label="Change the weekly limit" onClick={() => onChange('week')} />
      </Line>
      {linesOf(rulesIn(rules, state)).map(({ what, how }, at) => (
        <Line key={what} what={what} how={how} who="Prevailing projects">
          {at === 0 && mayChange && (
            <IconButton icon="pencil" aria-label="Change the state’s rules" onClick={() => onChange('state')} />
          )}
        </Line>
      ))}
    </ul>
  </section>
)

const Line = ({ what, how, who, children }: { what: string; how: string; who: string; children?: ReactNode }) => (
  <li className={line}>
    <span className={css({ flex: '1', minWidth: '0' })}>
      <b className={css({ display: 'block', fontWeight: 'strong' })}>{what}</b>
      <span className={css({ textStyle: 'note' })}>{who}</span>
    </span>
    <span className={css({ color: 'primary', fontWeight: 'strong', textAlign: 'end' })}>{how}</span>
    <span className={css({ width: 'touch', textAlign: 'end' })}>{children}</span>
  </li>
)

const list = css({ border: '1px solid {colors.line}', borderRadius: 'lg' })
const line = css({
  row: '2',
  minHeight: '3.25rem',
  paddingBlock: '1',
  paddingInlineStart: '3',
  '& + &': { borderTop: '1px solid {colors.line}' },
})
