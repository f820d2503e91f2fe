import { useComputed, useSignal } from '@preact/signals-react'
import type { ComponentType, FormEvent, ReactNode } from 'react'
import { css } from '#css/css'
import { labelOf, type Fields } from '#core/entity/field.ts'
import { parse, type FieldErrors } from '#core/entity/parse.ts'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { Restored } from '../drafts/restored.tsx'
import { useDraft } from '../drafts/use-draft.ts'
import { FieldInput, type InputProps } from '../entity-form/field-input.tsx'

/** Asks for what an action needs. It stays open until that succeeds, so that nothing typed is lost. @useSignals */
export const AskDialog = ({
  place,
  title,
  message,
  confirm = title,
  fields,
  initial = {},
  inputs = {},
  missing = {},
  errors = {},
  loading,
  onSend,
  onClose,
}: {
  /** Identifies the action and its record, for the draft. */
  place: readonly unknown[]
  title: string
  message?: ReactNode
  /** The button; by default the title. */
  confirm?: string
  fields: Fields
  /** What is proposed. */
  initial?: Readonly<Record<string, unknown>>
  /** Custom inputs, by field. */
  inputs?: Readonly<Partial<Record<string, ComponentType<InputProps>>>>
  /** What to say of required fields that are empty, by name, instead of "Reason is required". */
  missing?: Readonly<Partial<Record<string, string>>>
  /** What the server said of the fields. */
  errors?: FieldErrors
  loading: boolean
  /** Sends the values; resolves with whether it succeeded. */
  onSend: (values: Record<string, unknown>) => Promise<boolean>
  onClose: () => void
}) => {
  const values = useSignal<Readonly<Record<string, unknown>>>(initial)
  const wrong = useSignal<FieldErrors>({})
  const kept = useDraft(place, {
    typed: useComputed(() => {
      const isTyped = values.value !== initial && Object.values(values.value).some(Boolean)
      return isTyped ? { values: values.value } : null
    }),
    restore: (typed) => void (values.value = { ...typed.values, ...values.peek() }),
    reset: () => void (values.value = initial),
  })
  async function submit(event: FormEvent) {
    event.preventDefault()
    const parsed = parse(fields, values.peek(), { partial: false })
    wrong.value = parsed.errors
    if (Object.keys(parsed.errors).length) return
    if (await onSend(parsed.values)) kept.end()
  }
  const close = () => {
    kept.end()
    onClose()
  }
  const errorOf = (name: string): string | undefined => {
    const own = wrong.value[name]?.[0]
    const isEmpty = !values.value[name]
    return own && isEmpty ? (missing[name] ?? own) : (own ?? errors[name]?.[0])
  }
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={close}>
            Cancel
          </Button>
          <Button type="submit" form="ask" loading={loading}>
            {confirm}
          </Button>
        </>
      }
    >
      <form id="ask" onSubmit={submit} noValidate className={css({ display: 'grid', gap: '4' })}>
        <Restored draft={kept} />
        {message && <p>{message}</p>}
        {Object.entries(fields).map(([name, field]) => {
          const error = errorOf(name)
          const label = labelOf(name, field)
          const Input = inputs[name]
          const props: InputProps = {
            name,
            value: values.value[name],
            invalid: error !== undefined,
            disabled: false,
            onChange: (value) => {
              values.value = { ...values.peek(), [name]: value }
              const { [name]: _, ...others } = wrong.peek()
              wrong.value = others
            },
          }
          return (
            <Field key={name} label={label} required={!field.facts.optional} {...(error && { error })}>
              {Input ? <Input {...props} /> : <FieldInput {...props} field={field} label={label} />}
            </Field>
          )
        })}
      </form>
    </Dialog>
  )
}
