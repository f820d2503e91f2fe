import type { ReactNode } from 'react'
import { css } from '#css/css'
import type { Entity } from '#core/entity/entity.ts'
import { labelOf, type Field as Described } from '#core/entity/field.ts'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Value } from '../value/value.tsx'
import type { Draft } from './draft.ts'
import { LineRows } from './line-rows.tsx'
import { FieldInput, groupInputs, type InputProps } from './field-input.tsx'
import { isRequired } from './required.ts'
import { SequenceInput } from './sequence-input.tsx'

/** The props of a group of inputs: those of an input, all errors of the field, and access to other fields. */
export interface GroupProps extends InputProps {
  /** Tracked: the value of another field of the form. */
  get: (name: string) => unknown
  errors: ReturnType<Draft<Entity>['errorsIn']>
}

interface FormFieldProps<E extends Entity> {
  entity: E
  name: string
  draft: Draft<E>
  input: ((props: InputProps) => ReactNode) | undefined
  group: ((props: GroupProps) => ReactNode) | undefined
  help: string | undefined
}

/** One field of a form. It rerenders only when its own value or error changes. @useSignals */
export const FormField = <E extends Entity>({ entity, name, draft, input, group, help }: FormFieldProps<E>) => {
  const field = draft.fields.value[name]
  if (!field) throw new Error(`"${entity.name}" has no field "${name}".`)
  const error = draft.error(name)
  const theirs = draft.theirs(name)
  const label = labelOf(name, field)
  const helped = theirs ? (
    <Theirs value={theirs.value} field={field} onTake={() => draft.takeTheirs(name)} />
  ) : (
    (help ?? field.facts.help)
  )
  const props: InputProps = {
    name,
    value: draft.get(name),
    onChange: (value) => draft.set(name, value),
    invalid: error !== undefined,
    disabled: draft.isFixed(name),
  }
  if (group)
    return (
      <>
        {group({ ...props, get: draft.get, errors: draft.errorsIn(name) })}
        {theirs && helped}
      </>
    )
  const required = isRequired(field, draft.get)
  if (!input && Object.keys(field.facts.lines ?? {}).length > 1)
    return <LineRows {...props} label={label} lines={field.facts.lines ?? {}} errors={draft.errorsIn(name)} />
  const Group = input ? undefined : groupInputs[field.kind]
  if (Group) return <Group {...props} {...{ label, required }} errors={draft.errorsIn(name)} help={helped} />
  return (
    <Field label={label} required={required} {...(helped && { help: helped })} {...(error && { error })}>
      {input ? (
        input(props)
      ) : field.facts.sequence ? (
        <SequenceInput {...props} entity={entity} />
      ) : (
        <FieldInput {...props} field={field} label={label} />
      )}
    </Field>
  )
}

/** Shows the other person's value of a conflicting field, with a button to use it. */
const Theirs = ({ value, field, onTake }: { value: unknown; field: Described<unknown>; onTake: () => void }) => (
  <span className={conflict}>
    <span>
      Someone else changed this to <Value field={field} value={value} />. Saving will overwrite it.
    </span>
    <Button size="sm" variant="outline" onClick={onTake}>
      Take theirs
    </Button>
  </span>
)

const conflict = css({ wrap: '1.5', color: 'attention' })
