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
  // Apart from what is proposed, which a draft of what was typed must not be taken for, nor be replaced by.
  const typed = useSignal<Readonly<Record<string, unknown>>>({})
  const valuesOf = (own: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
    ...initial,
    ...own,
  })
  const values = valuesOf(typed.value)
  const wrong = useSignal<FieldErrors>({})
  const kept = useDraft(place, {
    typed: useComputed(() => (Object.values(typed.value).some(Boolean) ? { values: typed.value } : null)),
    restore: (before) => void (typed.value = { ...before.values, ...typed.peek() }),
    reset: () => void (typed.value = {}),
  })
  async function submit(event: FormEvent) {
    event.preventDefault()
    const parsed = parse(fields, valuesOf(typed.peek()), { partial: false })
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
    const isEmpty = !values[name]
    return own && isEmpty ? (missing[name] ?? own) : (own ?? errors[name]?.[0])
  }
  return (
    <Dialog
      open
      onClose={close}
      title={title}
      size="sm"
      main={
        <Button type="submit" form="ask" loading={loading}>
          {confirm}
        </Button>
      }
    >
      <form id="ask" onSubmit={submit} noValidate className={css({ stack: '4' })}>
        <Restored draft={kept} />
        {message && <p>{message}</p>}
        {Object.entries(fields).map(([name, field]) => {
          const error = errorOf(name)
          const label = labelOf(name, field)
          const Input = inputs[name]
          const props: InputProps = {
            name,
            value: values[name],
            invalid: error !== undefined,
            disabled: false,
            onChange: (value) => {
              typed.value = { ...typed.peek(), [name]: value }
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
