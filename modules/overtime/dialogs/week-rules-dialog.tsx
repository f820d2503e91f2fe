import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { overtimeSettings, type OvertimeSetting } from '../entities.ts'
import { errorAt, isRules } from '../parts/place.ts'

/** Edits the rules that apply to every week and project. */
export const WeekRulesDialog = ({ setting, onClose }: { setting: OvertimeSetting; onClose: () => void }) => (
  <EntityDialog
    entity={overtimeSettings}
    record={setting}
    title="Every Week"
    part="every week"
    fields={['rules', 'zero_hour_per_diem']}
    groups={{ rules: (props) => <WeeklyLimit {...props} /> }}
    onClose={onClose}
  />
)

const WeeklyLimit = ({ value, onChange, errors }: GroupProps) =>
  isRules(value) && (
    <Field
      label="Weekly limit"
      required
      help="Hours worked beyond it are overtime on any project."
      {...errorAt(errors, 'weekly_limit')}
    >
      <NumberInput
        min={0}
        value={value.weekly_limit}
        onChange={(weekly_limit) => onChange({ ...value, weekly_limit })}
      />
    </Field>
  )
