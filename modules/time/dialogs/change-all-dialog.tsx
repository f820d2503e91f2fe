import { useComputed, useSignal } from '@preact/signals-react'
import { useState, type FormEvent } from 'react'
import { Restored } from '#blocks/drafts/restored.tsx'
import { useDraft } from '#blocks/drafts/use-draft.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { restorable } from '#core/drafts/typed.ts'
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

type Chosen = Partial<Pick<TimeEntry, 'date' | 'cost_code_id' | 'per_diem'>>

/** Makes the same change to many entries in one transaction. Fields left empty are not changed. @useSignals */
export const ChangeAllDialog = ({ entries, onClose }: { entries: readonly TimeEntry[]; onClose: () => void }) => {
  const resource = useResource(timeEntries)
  const report = useOutcome()
  /** The fields to change. */
  const chosen = useSignal<Chosen>({})
  const [saving, setSaving] = useState(false)
  const [alert, setAlert] = useState<string | null>(null)
  const jobs = new Set(entries.map(({ project_id }) => project_id))
  const [job] = jobs
  const oneJob = jobs.size === 1 && job !== null && job !== undefined ? job : null
  const { date = null, cost_code_id: code = null, per_diem } = chosen.value
  function choose<K extends keyof Chosen>(name: K, value: Chosen[K] | null) {
    const { [name]: _, ...others } = chosen.peek()
    chosen.value = value === null ? others : { ...others, [name]: value }
  }
  const ids = entries.map(({ id }) => id)
  const kept = useDraft([timeEntries.name, ids], {
    typed: useComputed(() => (Object.keys(chosen.value).length ? { values: { ...chosen.value } } : null)),
    restore: ({ values }) => void (chosen.value = { ...restorable(timeEntries.fields, values), ...chosen.peek() }),
    reset: () => void (chosen.value = {}),
  })
  const close = () => {
    kept.end()
    onClose()
  }

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (!Object.keys(chosen.peek()).length) return setAlert('Choose what to change.')
    setSaving(true)
    const result = await resource.saveMany(ids.map((id) => ({ id, ...chosen.peek() })))
    setSaving(false)
    if (!result.ok) return setAlert(messageOf(result))
    report(result, `${entries.length} entries changed.`)
    close()
  }
  return (
    <Dialog
      open
      onClose={close}
      title={`Change ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}`}
      main={
        <Button type="submit" form="change-all" loading={saving}>
          Change
        </Button>
      }
    >
      <form id="change-all" onSubmit={submit} noValidate className={css({ stack: '4' })}>
        <Restored draft={kept} />
        {alert && (
          <p role="alert" className={css({ color: 'attention', fontWeight: 'strong', whiteSpace: 'pre-line' })}>
            {alert}
          </p>
        )}
        <Field
          label="Cost code"
          {...(oneJob === null && { help: 'Narrow the list to one project to change the code.' })}
        >
          <CostCodePicker project_id={oneJob} value={code} onChange={(next) => choose('cost_code_id', next)} />
        </Field>
        <Field label="Date">
          <DatePicker value={date} onChange={(next) => choose('date', next)} />
        </Field>
        <Field label="Per diem">
          <Select
            options={yesNo}
            value={per_diem === undefined ? null : per_diem ? 'yes' : 'no'}
            onChange={(next) => choose('per_diem', next === null ? null : next === 'yes')}
            clearable
            placeholder="As it is"
          />
        </Field>
      </form>
    </Dialog>
  )
}
