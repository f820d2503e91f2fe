import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { EntityDialog, type GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { useResource } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { stateName } from '#lib/address-states.ts'
import { Button } from '#ui/button/button.tsx'
import { DeleteConfirmation } from '#ui/delete-confirmation/delete-confirmation.tsx'
import { overtimeSettings, type OvertimeSetting } from '../entities.ts'
import { DayLimits } from '../parts/day-limits.tsx'
import { HolidaysInput } from '../parts/holidays-input.tsx'
import { errorsAt, isRules, pathOf, typedAt, withTyped, type Place, type TypedRules } from '../parts/place.ts'
import { PremiumsInput } from '../parts/premiums-input.tsx'

interface StateRulesProps {
  setting: OvertimeSetting
  place: Place
  onClose: () => void
}

/** Edits the rules for prevailing projects in one state, or in all states without rules of their own. */
export const StateRulesDialog = ({ setting, place, onClose }: StateRulesProps) => {
  const [removing, setRemoving] = useState(false)
  if (removing) return <RemoveState setting={setting} place={place} onClose={onClose} />
  return (
    <EntityDialog
      entity={overtimeSettings}
      record={setting}
      title={place === null ? 'Other States' : `Rules of ${stateName(place)}`}
      part={place ?? 'other states'}
      fields={['rules']}
      groups={{ rules: (props) => <PlaceRules {...props} place={place} /> }}
      outro={
        place !== null && (
          <Button variant="outline" icon="trash-2" className={start} onClick={() => setRemoving(true)}>
            Remove state
          </Button>
        )
      }
      onClose={onClose}
    />
  )
}

const PlaceRules = ({ value, onChange, errors, place }: GroupProps & { place: Place }) => {
  if (!isRules(value)) return null
  const rules = typedAt(value, place)
  const own = errorsAt(errors, pathOf(value, place))
  const change = (changed: Partial<TypedRules>) => onChange(withTyped(value, place, { ...rules, ...changed }))
  return (
    <>
      <DayLimits rules={rules} onChange={change} errors={own} />
      <PremiumsInput rules={rules} onChange={change} />
      <HolidaysInput rules={rules} onChange={change} errors={errorsAt(own, 'holidays')} />
    </>
  )
}

const RemoveState = ({ setting, place, onClose }: StateRulesProps) => {
  const resource = useResource(overtimeSettings)
  const [busy, during] = useBusy()
  async function remove() {
    const { id, updated_at, rules } = setting
    const states = rules.states.filter(({ state }) => state !== place)
    const answer = await during(resource.save({ id, updated_at, rules: { ...rules, states } }))
    onClose()
    if (!answer.ok) toastFailure(answer)
  }
  return (
    <DeleteConfirmation
      open
      loading={busy}
      message={`Remove the rules of ${stateName(place ?? '')}? The rules for other states will apply there.`}
      onConfirm={() => void remove()}
      onCancel={onClose}
    />
  )
}

const start = css({ justifySelf: 'start' })
