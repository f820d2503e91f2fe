import { useComputed, useSignal } from '@preact/signals-react'
import { useState, type FormEvent } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { TextArea } from '#ui/text-area/text-area.tsx'
import { Restored } from '../drafts/restored.tsx'
import { useDraft } from '../drafts/use-draft.ts'

/** Asks for the reason that a workflow step requires. It stays open until the step succeeds, to keep the text. @useSignals */
export const ReasonDialog = ({
  place,
  title,
  label,
  missing: message = 'Add a reason.',
  loading,
  onReason,
  onClose,
}: {
  /** Identifies the step and its record, for the draft. */
  place: readonly unknown[]
  title: string
  label: string
  /** The error message when there is none. */
  missing?: string
  loading: boolean
  /** Takes the step; resolves with whether it succeeded. */
  onReason: (reason: string) => Promise<boolean>
  onClose: () => void
}) => {
  const reason = useSignal('')
  const [missing, setMissing] = useState(false)
  const kept = useDraft(place, {
    typed: useComputed(() => (reason.value ? { values: { reason: reason.value } } : null)),
    restore: ({ values }) => void (reason.value ||= String(values.reason ?? '')),
    reset: () => void (reason.value = ''),
  })
  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!reason.peek().trim()) return setMissing(true)
    if (await onReason(reason.peek())) kept.end()
  }
  const close = () => {
    kept.end()
    onClose()
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
          <Button type="submit" form="reason" loading={loading}>
            {title}
          </Button>
        </>
      }
    >
      <form id="reason" onSubmit={submit} noValidate className={css({ display: 'grid', gap: '4' })}>
        <Restored draft={kept} />
        <Field label={label} required {...(missing && !reason.value.trim() && { error: message })}>
          <TextArea value={reason.value} onChange={(next) => void (reason.value = next)} />
        </Field>
      </form>
    </Dialog>
  )
}
