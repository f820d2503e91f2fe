import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { useResource } from '#blocks/services/services.tsx'
import { states } from '#lib/address-states.ts'
import { rulesIn } from '#lib/overtime/rules.ts'
import { Field } from '#ui/field/field.tsx'
import { Select } from '#ui/select/select.tsx'
import { overtimeSettings, type OvertimeSetting } from '../entities.ts'
import { errorAt, isRules } from '../parts/place.ts'

const REQUIRED = ['State is required']

/** Adds rules for a state, initially a copy of those for other states. */
export const AddStateDialog = ({ setting, onClose }: { setting: OvertimeSetting; onClose: () => void }) => {
  const resource = useResource(overtimeSettings)
  const offered = states.flatMap(({ letters, name }) =>
    setting.rules.states.some(({ state }) => state === letters) ? [] : [{ value: letters, label: name }],
  )
  return (
    <EntityDialog
      entity={overtimeSettings}
      record={setting}
      title="Add State"
      part="new state"
      fields={['rules']}
      groups={{ rules: (props) => <StateInput {...props} offered={offered} /> }}
      save={(draft, options) =>
        draft.rules?.states.some(({ state }) => offered.some(({ value }) => value === state))
          ? resource.save(draft, options)
          : Promise.resolve({ ok: false, status: 422, message: '', errors: { 'rules.state': REQUIRED } })
      }
      onClose={onClose}
    />
  )
}

const StateInput = ({
  value,
  onChange,
  errors,
  offered,
}: GroupProps & { offered: readonly { value: string; label: string }[] }) => {
  if (!isRules(value)) return null
  const added = value.states.find(({ state }) => offered.some((one) => one.value === state))
  const others = value.states.filter((one) => one !== added)
  return (
    <Field
      label="State"
      required
      help="It starts with the rules for other states, which you can then change."
      {...errorAt(errors, 'state')}
    >
      <Select
        options={offered}
        value={added?.state ?? null}
        onChange={(state) => state && onChange({ ...value, states: [...others, { ...rulesIn(value, null), state }] })}
      />
    </Field>
  )
}
