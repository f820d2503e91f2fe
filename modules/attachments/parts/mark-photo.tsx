import { useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import { sendFiles, type Destination } from '#blocks/uploads/destination.ts'
import { withMarks, type PhotoMark } from '#lib/photo-marks.ts'
import { Button } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { PhotoMarks } from '#ui/photo-marks/photo-marks.tsx'
import { toast } from '#ui/toast/toast.tsx'
import type { Attachment, attachments } from '../entities.ts'
import { useDestination } from './use-destination.ts'
import { useUrls } from './use-urls.ts'

/** Draws arrows, circles and words on a copy of a photo, which is added beside it; the photo stays as it was taken. */
export const MarkPhoto = ({ picture, onClose }: { picture: Attachment; onClose: () => void }) => {
  const services = useServices()
  const urls = useUrls()
  const destinationOf = useDestination()
  const [marks, setMarks] = useState<readonly PhotoMark[]>([])
  const [busy, setBusy] = useState(false)
  const [leaving, setLeaving] = useState(false)
  const src = urls.preview(picture, 1600)

  async function save() {
    setBusy(true)
    try {
      const answer = await fetch(src, { credentials: 'include' })
      if (!answer.ok) throw new Error(`The picture could not be read: ${answer.status}`)
      const drawn = await withMarks(await answer.blob(), marks)
      const name = `${picture.name.replace(/\.[^.]+$/, '')} marked.jpg`
      sendFiles(services, copyBeside(picture), [new File([drawn], name, { type: 'image/jpeg' })])
      onClose()
    } catch {
      setBusy(false)
      toast.error('The marks could not be saved. Try again when there is a connection.')
    }
  }
  /** What is known of the photo is known of its copy. */
  function copyBeside({
    attachable_type: type,
    attachable_id: id,
    ...photo
  }: Attachment): Destination<typeof attachments> {
    const destination = destinationOf({ type, id })
    const { caption, taken_at, lat, lng } = photo
    const facts = {
      ...(caption !== null && { caption }),
      ...(taken_at !== null && { taken_at }),
      ...(lat !== null && lng !== null && { lat, lng }),
    }
    return { ...destination, prepare: async (file) => ({ ...(await destination.prepare(file)), ...facts }) }
  }
  return (
    <>
      <Dialog
        open
        onClose={() => (marks.length ? setLeaving(true) : onClose())}
        title="Draw on a copy"
        size="lg"
        footer={
          <Button icon="check" disabled={!marks.length} loading={busy} onClick={() => void save()}>
            Save copy
          </Button>
        }
      >
        <PhotoMarks src={src} alt={picture.caption ?? picture.name} value={marks} onChange={setMarks} />
      </Dialog>
      <ConfirmDialog
        open={leaving}
        title="Discard the marks?"
        message="The photo itself stays as it is."
        confirm="Discard"
        onConfirm={onClose}
        onCancel={() => setLeaving(false)}
        danger
      />
    </>
  )
}
