import { useState, type FormEvent } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { messageOf } from '#core/resource/messages.ts'
import { Button } from '#ui/button/button.tsx'
import { DatePicker } from '#ui/date-picker/date-picker.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { Select } from '#ui/select/select.tsx'
import { CostCodePicker } from '../../cost-codes/index.ts'
import { timeEntries, type TimeEntry } from '../entities.ts'

const yesNo = [
  { value: 'yes', label: 'Yes' },
  { value: 'no', label: 'No' },
]

/** Makes the same change to many entries in one transaction. Fields left empty are not changed. */
export const ChangeAllDialog = ({ entries, onClose }: { entries: readonly TimeEntry[]; onClose: () => void }) => {
  const resource = useResource(timeEntries)
  const [date, setDate] = useState<string | null>(null)
  const [code, setCode] = useState<Id | null>(null)
  const report = useOutcome()
  const [perDiem, setPerDiem] = useState<string | null>(null)
  const [saving, setSaving] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)
  const jobs = new Set(entries.map(({ project_id }) => project_id))
  const [job] = jobs
  const oneJob = jobs.size === 1 && job !== null && job !== undefined ? job : null
  const nothing = date === null && code === null && perDiem === null

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (nothing) return setAlert('Choose what to change.')
    setSaving(true)
    const result = await resource.saveMany(
      entries.map(({ id }) => ({
        id,
        ...(date !== null && { date }),
        ...(code !== null && { cost_code_id: code }),
        ...(perDiem !== null && { per_diem: perDiem === 'yes' }),
      })),
    )
    setSaving(false)
    if (!result.ok) return setAlert(messageOf(result))
    report(result, `${entries.length} entries changed.`)
    onClose()
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={`Change ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`}
      footer={
        <>
          <Button variant="outline" onClick={onClose}>
            Cancel
          </Button>
          <Button type="submit" form="change-all" loading={saving}>
            Change
          </Button>
        </>
      }
    >
      <form id="change-all" onSubmit={submit} noValidate className={css({ display: 'grid', gap: '4' })}>
        {alert && (
          <p role="alert" className={css({ color: 'attention', fontWeight: 'strong', whiteSpace: 'pre-line' })}>
            {alert}
          </p>
        )}
        <Field
          label="Cost code"
          {...(oneJob === null && { help: 'Narrow the list to one project to change the code.' })}
        >
          <CostCodePicker project_id={oneJob} value={code} onChange={setCode} />
        </Field>
        <Field label="Date">
          <DatePicker value={date} onChange={setDate} />
        </Field>
        <Field label="Per diem">
          <Select options={yesNo} value={perDiem} onChange={setPerDiem} clearable placeholder="As it is" />
        </Field>
      </form>
    </Dialog>
  )
}
