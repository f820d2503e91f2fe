import { useState, type FormEvent } from 'react'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { TextArea } from '#ui/text-area/text-area.tsx'

/** Asks for the reason that a workflow step requires. It stays open until the step succeeds, to keep the text. */
export const ReasonDialog = ({
  title,
  label,
  loading,
  onReason,
  onClose,
}: {
  title: string
  label: string
  loading: boolean
  onReason: (reason: string) => void
  onClose: () => void
}) => {
  const [reason, setReason] = useState('')
  const [missing, setMissing] = useState(false)
  function submit(event: FormEvent) {
    event.preventDefault()
    if (reason.trim()) onReason(reason)
    else setMissing(true)
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={title}
      size="sm"
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="reason" loading={loading}>
            {title}
          </Button>
        </>
      }
    >
      <form id="reason" onSubmit={submit} noValidate>
        <Field label={label} required {...(missing && !reason.trim() && { error: 'Add a reason.' })}>
          <TextArea value={reason} onChange={setReason} />
        </Field>
      </form>
    </Dialog>
  )
}
