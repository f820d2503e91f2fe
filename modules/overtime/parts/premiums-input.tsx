import { css } from '#css/css'
import type { Premiums } from '#lib/overtime/rules.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Select } from '#ui/select/select.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import { users } from '../../users/entities.ts'
import { Group } from './group.tsx'
import type { TypedRules } from './place.ts'
import { timesOptions } from './labels.ts'

const kinds = [
  { key: 'saturday', label: 'Saturday' },
  { key: 'sunday', label: 'Sunday' },
  { key: 'holiday', label: 'Holiday' },
] as const
/** The trade tables are keyed by the person's license. */
const licenses = users.fields.license.facts.choices ?? []

interface PremiumsProps {
  rules: Pick<TypedRules, 'premiums' | 'trades'>
  onChange: (changed: Partial<TypedRules>) => void
}

/** Edits the multipliers for Saturdays, Sundays and holidays, for everyone and for individual trades. */
export const PremiumsInput = ({ rules: { premiums, trades }, onChange }: PremiumsProps) => {
  const free = licenses.filter((license) => trades.every(({ trade }) => trade !== license))
  return (
    <Group title="Saturdays, Sundays and holidays">
      <div className={rows}>
        <Row name="Everyone" value={premiums} onChange={(next) => onChange({ premiums: next })} />
        {trades.map((row, at) => (
          <Row
            key={row.trade}
            name={choiceLabel(row.trade)}
            value={row}
            onChange={(next) => onChange({ trades: trades.with(at, { ...row, ...next }) })}
            onRemove={() => onChange({ trades: trades.filter((one) => one !== row) })}
          />
        ))}
      </div>
      {free.length > 0 && (
        <Select
          aria-label="Add a trade"
          placeholder="Add a trade that differs"
          options={free.map((value) => ({ value, label: choiceLabel(value) }))}
          value={null}
          onChange={(trade) => trade && onChange({ trades: [...trades, { trade, ...premiums }] })}
        />
      )}
    </Group>
  )
}

interface RowProps {
  name: string
  value: Premiums
  onChange: (value: Premiums) => void
  onRemove?: () => void
}

const Row = ({ name, value: { saturday, sunday, holiday }, onChange, onRemove }: RowProps) => {
  const value = { saturday, sunday, holiday }
  return (
    <div role="group" aria-label={name} className={row}>
      <span className={title}>
        {name}
        {onRemove && <IconButton icon="trash-2" aria-label={`Remove ${name}`} onClick={onRemove} />}
      </span>
      {kinds.map(({ key, label }) => (
        <span key={key} className={cell}>
          <span aria-hidden className={kind}>
            {label}
          </span>
          <Select
            aria-label={`${name}, ${label}`}
            options={timesOptions}
            value={value[key]}
            onChange={(times) => times && onChange({ ...value, [key]: times })}
          />
        </span>
      ))}
    </div>
  )
}

const rows = css({ stack: '3' })
const row = css({ stack: '2', gridTemplateColumns: 'repeat(3, minmax(0, 1fr))' })
const title = css({
  gridColumn: '1 / -1',
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  fontWeight: 'strong',
})
const cell = css({ stack: '1', minWidth: '0' })
const kind = css({ textStyle: 'caption', color: 'muted' })
