import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { drawingRevisions, type DrawingRevision } from '../../entities.ts'
import type { Geometry } from '../../geometry.ts'

/** Asks for the words of a text that was drawn. */
export const TextDialog = ({ onText, onClose }: { onText: (text: string) => void; onClose: () => void }) => {
  const [text, setText] = useState('')
  const save = () => text.trim() && onText(text.trim())
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title="Text on the sheet"
      footer={
        <Button variant="solid" disabled={!text.trim()} onClick={save}>
          Add
        </Button>
      }
    >
      <Field label="Text">
        <TextInput value={text} onChange={setText} onKeyDown={(event) => event.key === 'Enter' && save()} />
      </Field>
    </Dialog>
  )
}

/** Asks how long a line is in reality, which sets the sheet's scale. */
export const ScaleDialog = ({
  revision,
  line,
  onClose,
}: {
  revision: DrawingRevision
  line: Geometry
  onClose: () => void
}) => {
  const { api } = useServices()
  const report = useOutcome()
  const [length, setLength] = useState<number | null>(null)
  const [unit, setUnit] = useState<'ft' | 'm'>('ft')
  async function save() {
    const points = 'points' in line ? line.points : []
    const result = await api.across(drawingRevisions).act(revision.id, 'calibrate', { points, length, unit })
    if (report(result, 'Scale set.')) onClose()
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title="Set the sheet scale"
      footer={
        <Button variant="solid" disabled={!length} onClick={() => void save()}>
          Set scale
        </Button>
      }
    >
      <div className={css({ display: 'grid', gap: '3' })}>
        <Field label="How long is this line?">
          <NumberInput value={length} onChange={setLength} />
        </Field>
        <Segmented
          aria-label="Unit"
          value={unit}
          onChange={setUnit}
          options={[
            { value: 'ft', label: 'Feet' },
            { value: 'm', label: 'Metres' },
          ]}
        />
      </div>
    </Dialog>
  )
}
