import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Field } from '#ui/field/field.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { drawingRevisions, type DrawingRevision } from '../../entities.ts'
import type { Geometry } from '../../geometry.ts'
import { readLength } from '../../lengths.ts'

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
  const [typed, setTyped] = useState('')
  const [isWrong, setWrong] = useState(false)
  async function save() {
    const known = readLength(typed)
    if (!known) return setWrong(true)
    const points = 'points' in line ? line.points : []
    const result = await api.across(drawingRevisions).act(revision.id, 'calibrate', { points, ...known })
    if (report(result, 'Scale set.')) onClose()
  }
  return (
    <Dialog
      open
      size="sm"
      onClose={onClose}
      title="Set the sheet scale"
      footer={
        <Button variant="solid" disabled={!typed.trim()} onClick={() => void save()}>
          Set scale
        </Button>
      }
    >
      <Field
        label="How long is this line?"
        help="Feet and inches, or meters: 40', 12'-6&quot;, 3.5 m"
        {...(isWrong && { error: NO_LENGTH })}
      >
        <TextInput
          value={typed}
          onChange={(text) => {
            setTyped(text)
            setWrong(false)
          }}
          onKeyDown={(event) => event.key === 'Enter' && void save()}
        />
      </Field>
    </Dialog>
  )
}

const NO_LENGTH = 'Enter a length, such as 12\'-6" or 3.5 m.'
