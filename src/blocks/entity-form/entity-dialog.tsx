import { useId, useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { css } from '#css/css'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { labelOf, type Field as Described } from '#core/entity/field.ts'
import type { Failure } from '#core/resource/result.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { useOutcome } from '../failure/use-outcome.ts'
import { Value } from '../value/value.tsx'
import { useResource, useServices } from '../services/services.tsx'
import { createDraft, isRequired, type Draft, type Save } from './draft.ts'
import { FieldInput, groupInputs, type InputProps } from './field-input.tsx'
import { SequenceInput } from './sequence-input.tsx'

/** The fields of drafts of any type. */
type NamesIn<D> = D extends unknown ? keyof D & string : never

/** A form generated from an entity. Inputs are chosen by field kind unless the screen provides its own. */
export interface EntityDialogProps<E extends Entity> {
  entity: E
  /** The record to edit; without it, a new one is created. */
  record?: RecordOf<E> | undefined
  initial?: DraftOf<E>
  /** The fields to show, in order. */
  fields: readonly ((keyof E['fields'] & string) | NamesIn<DraftOf<E>>)[]
  /** Custom inputs, by field. */
  inputs?: Partial<Record<string, (props: InputProps) => ReactNode>>
  /** Custom groups of inputs, by field, which render their own labels and errors. */
  groups?: Partial<Record<string, (props: GroupProps) => ReactNode>>
  /** Help texts that replace those of the description, by field. */
  help?: Partial<Record<string, string>>
  title?: string
  /** Content above the inputs. */
  intro?: ReactNode
  /** Content below the inputs. */
  outro?: ReactNode
  /** Values that have been typed before, over those of `record`. */
  typed?: Readonly<Record<string, unknown>>
  /** Why a former attempt to save this was refused. */
  refused?: Failure<RecordOf<E>[]> | null
  /** The place of the refused change that this form mends. */
  instead?: number
  /** Replaces saving through the entity's resource. */
  save?: Save<E>
  onClose: () => void
  onSaved?: (record: RecordOf<E>) => void
}

/** The props of a group of inputs: those of an input, all errors of the field, and access to other fields. */
export interface GroupProps extends InputProps {
  /** Tracked: the value of another field of the form. */
  get: (name: string) => unknown
  errors: ReturnType<Draft<Entity>['errorsIn']>
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** A dialog to add or edit a record. It closes on success and confirms before discarding typed values. */
export const EntityDialog = <E extends Entity>({
  entity,
  record,
  initial,
  fields,
  inputs = {},
  groups = {},
  help = {},
  title,
  intro,
  outro,
  typed,
  refused,
  instead,
  save,
  onClose,
  onSaved,
}: EntityDialogProps<E>) => {
  const { registry } = useServices()
  const resource = useResource(entity)
  const report = useOutcome()
  const form = useId()
  const [asking, setAsking] = useState(false)
  const draft = useMemo(
    () => {
      const saving: Save<E> = save ?? ((draft, options) => resource.save(draft, { ...options, ...more }))
      const more = instead === undefined ? {} : { instead }
      const made = createDraft({ entity, record, save: saving, ...(initial && { initial }), ...(typed && { typed }) })
      if (refused) made.refuse({ ...refused, current: refused.current?.[0] }, fields)
      return made
    },
    // The form edits the record it was opened with; concurrent changes are detected when saving.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  )
  // Fields of other types than the chosen one are hidden; a name that is no field at all is reported by FormField.
  const visible = fields.filter((name) => name in draft.fields.value || !(name in entity.fields))
  const noun = entity.display.noun
  const close = () => (draft.dirty.peek() && !draft.saving.peek() ? setAsking(true) : onClose())
  const find = (name: string) => {
    const found = registry.entity(name)
    if (!found) throw new Error(`No module registers the entity "${name}".`)
    return found
  }
  async function submit(event: FormEvent) {
    event.preventDefault()
    event.stopPropagation()
    const saved = await draft.save(visible)
    if (!saved) return
    report(saved, record ? `${capital(noun)} saved.` : `${capital(noun)} added.`)
    onSaved?.(saved.data)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={title ?? `${record ? 'Edit' : 'Add'} ${noun}`}
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form={form} loading={draft.saving.value}>
            Save
          </Button>
        </>
      }
    >
      <form id={form} onSubmit={submit} noValidate className={body}>
        <Alert draft={draft} />
        {intro}
        {visible.map((name) => (
          <FormField
            key={name}
            entity={entity}
            name={name}
            draft={draft}
            find={find}
            input={inputs[name]}
            group={groups[name]}
            help={help[name]}
          />
        ))}
        {outro}
      </form>
      <ConfirmDialog
        open={asking}
        title="Discard what you typed?"
        message="It has not been saved."
        confirm="Discard"
        cancel="Keep typing"
        danger
        onConfirm={onClose}
        onCancel={() => setAsking(false)}
      />
    </Dialog>
  )
}

const Alert = <E extends Entity>({ draft }: { draft: Draft<E> }) =>
  draft.alert.value && (
    <p role="alert" className={alert}>
      <Icon name="circle-alert" size="sm" />
      {draft.alert.value}
    </p>
  )

interface FormFieldProps<E extends Entity> {
  entity: E
  name: string
  draft: Draft<E>
  find: (entity: string) => Entity
  input: ((props: InputProps) => ReactNode) | undefined
  group: ((props: GroupProps) => ReactNode) | undefined
  help: string | undefined
}

/** One field of a form. It rerenders only when its own value or error changes. @useSignals */
const FormField = <E extends Entity>({ entity, name, draft, find, input, group, help }: FormFieldProps<E>) => {
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
  const required = isRequired(field)
  const Group = input ? undefined : groupInputs[field.kind]
  if (Group) return <Group {...props} {...{ label, required }} errors={draft.errorsIn(name)} help={helped} />
  return (
    <Field label={label} required={required} {...(helped && { help: helped })} {...(error && { error })}>
      {input ? (
        input(props)
      ) : field.facts.sequence ? (
        <SequenceInput {...props} entity={entity} />
      ) : (
        <FieldInput {...props} field={field} label={label} find={find} />
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

const conflict = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '1.5', color: 'attention' })
const body = css({ display: 'grid', gap: '4' })
const alert = css({
  display: 'flex',
  gap: '2',
  padding: '3',
  borderRadius: 'md',
  background: 'attention.soft',
  color: 'attention',
  fontWeight: 'medium',
  whiteSpace: 'pre-line',
})
