import { useId, useMemo, useState, type FormEvent, type ReactNode } from 'react'
import { css } from '#css/css'
import type { DraftOf, Entity, RecordOf } from '#core/entity/entity.ts'
import { labelOf, type Field as Described, type Fields } from '#core/entity/field.ts'
import type { Result } from '#core/resource/result.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { Value } from '../value/value.tsx'
import { useResource, useServices } from '../services/services.tsx'
import { createDraft, isRequired, type Draft } from './draft.ts'
import { FieldInput, groupInputs, type InputProps } from './field-input.tsx'
import { SequenceInput } from './sequence-input.tsx'

/** A form over an entity's description; every input comes from its field's kind unless the screen brings its own. */
export interface EntityDialogProps<E extends Entity> {
  entity: E
  /** The record being changed; without it a new one is made. */
  record?: RecordOf<E> | undefined
  initial?: DraftOf<E>
  /** Which fields, in which order. */
  fields: readonly (keyof E['fields'] & string)[]
  /** Inputs of the screen's own, by field. */
  inputs?: Partial<Record<string, (props: InputProps) => ReactNode>>
  /** Fields that are a group of inputs, with labels and errors of their own. */
  groups?: Partial<Record<string, (props: GroupProps) => ReactNode>>
  /** Help under an input, where it depends on more than the description says. */
  help?: Partial<Record<string, string>>
  title?: string
  /** Stand above and below the inputs. */
  intro?: ReactNode
  outro?: ReactNode
  /** Saves elsewhere than at the entity's own endpoint (a nested one). */
  save?: (draft: DraftOf<E>) => Promise<Result<RecordOf<E>>>
  onClose: () => void
  onSaved?: (record: RecordOf<E>) => void
}

/** What a group of inputs takes: a field's value, all that is wrong with it and below it, and what else is typed. */
export interface GroupProps extends InputProps {
  /** Tracked: the value of another field of the form. */
  get: (name: string) => unknown
  errors: ReturnType<Draft<Entity>['errorsIn']>
}

const capital = (text: string) => text.charAt(0).toUpperCase() + text.slice(1)

/** The dialog in which a record is made or changed; it closes on success and loses nothing that was typed before. */
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
  save,
  onClose,
  onSaved,
}: EntityDialogProps<E>) => {
  const { registry } = useServices()
  const resource = useResource(entity)
  const form = useId()
  const [asking, setAsking] = useState(false)
  const draft = useMemo(
    () => createDraft({ entity, record, save: save ?? resource.save, ...(initial && { initial }) }),
    // A form is about the record it was opened with; what others change meanwhile it learns when saving.
    // oxlint-disable-next-line react/exhaustive-deps
    [],
  )
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
    const saved = await draft.save(fields)
    if (!saved) return
    toast.success(record ? `${capital(noun)} saved.` : `${capital(noun)} added.`)
    onSaved?.(saved)
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
        {fields.map((name) => (
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

/** One field of a form; it follows its own value and error and no other. @useSignals */
const FormField = <E extends Entity>({ entity, name, draft, find, input, group, help }: FormFieldProps<E>) => {
  const field = (entity.fields as Fields)[name]
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
    disabled: false,
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

/** The other version of a field that two people changed, and the way to take it. */
const Theirs = ({ value, field, onTake }: { value: unknown; field: Described<unknown>; onTake: () => void }) => (
  <span className={conflict}>
    <span>
      Someone else changed this to <Value field={field} value={value} />. Saving puts yours in its place.
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
