import { css } from '#css/css'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Field } from '#ui/field/field.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { Select } from '#ui/select/select.tsx'
import { Group } from './group.tsx'
import { errorAt, type Errors, type TypedRules } from './place.ts'

const runs = [
  { value: 'any', label: 'Any four days' },
  { value: 'consecutive', label: 'Mon–Thu or Tue–Fri' },
] as const
const usual: NonNullable<TypedRules['four_ten']> = { limit: 10, days: 'any', off_schedule: 'keeps' }

interface LimitsProps {
  rules: TypedRules
  onChange: (changed: Partial<TypedRules>) => void
  errors: Errors
}

/** Edits the daily limits on prevailing projects, with and without an agreement. */
export const DayLimits = ({ rules, onChange, errors }: LimitsProps) => (
  <Group title="Hours in a day">
    <div className={pair}>
      <Field label="Daily limit" required help="Hours beyond it are overtime." {...errorAt(errors, 'daily_limit')}>
        <NumberInput min={0} value={rules.daily_limit} onChange={(daily_limit) => onChange({ daily_limit })} />
      </Field>
      <Field label="Most hours" help="More hours require an exception." {...errorAt(errors, 'most_hours')}>
        <NumberInput min={0} value={rules.most_hours} onChange={(most_hours) => onChange({ most_hours })} />
      </Field>
    </div>
    <Checkbox value={rules.four_ten !== null} onChange={(on) => onChange({ four_ten: on ? usual : null })}>
      Four ten-hour days by signed agreement
    </Checkbox>
    {rules.four_ten && (
      <FourTenInputs
        value={rules.four_ten}
        onChange={(four_ten) => onChange({ four_ten })}
        error={errorAt(errors, 'four_ten.limit')}
      />
    )}
  </Group>
)

type FourTen = NonNullable<TypedRules['four_ten']>

const FourTenInputs = ({
  value,
  onChange,
  error,
}: {
  value: FourTen
  onChange: (value: FourTen) => void
  error: { error?: string }
}) => (
  <div className={inset}>
    <div className={pair}>
      <Field label="Limit on those days" required {...error}>
        <NumberInput min={0} value={value.limit} onChange={(limit) => onChange({ ...value, limit })} />
      </Field>
      <Field label="Which days" required>
        <Select options={runs} value={value.days} onChange={(days) => days && onChange({ ...value, days })} />
      </Field>
    </div>
    <Checkbox
      value={value.off_schedule === 'cancels'}
      onChange={(on) => onChange({ ...value, off_schedule: on ? 'cancels' : 'keeps' })}
    >
      Work on any other day takes the week back to the daily limit
    </Checkbox>
  </div>
)

const pair = css({ stack: '3', gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' } })
const inset = css({ stack: '3', paddingInlineStart: '3.5', borderInlineStart: '3px solid {colors.line}' })
