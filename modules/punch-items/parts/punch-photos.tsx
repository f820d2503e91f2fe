import { useState } from 'react'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { Picture } from '#ui/picture/picture.tsx'
import type { Attachment } from '../../attachments/entities.ts'
import { Files, PictureViewer, useAttachments, useUrls, takePhoto } from '../../attachments/index.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { isWorkOf, mayAddPhoto } from '../guards.ts'
import { workOf } from './labels.ts'
import { usePhoto } from './use-photo.ts'

const sides = [
  { kind: 'before', label: 'Before' },
  { kind: 'after', label: 'After' },
] as const

/** An item's photos, those before and after the work side by side, and its other files. @useSignals */
export const PunchPhotos = ({ item, readOnly }: { item: PunchItem; readOnly: boolean }) => {
  const { session } = useServices()
  const urls = useUrls()
  const { busy, add, completeWith } = usePhoto(item)
  const [shown, setShown] = useState<number | null>(null)
  const on = { type: punchItems.table, id: item.id }
  const all = useRecords(useAttachments(on))
  const pictures = all.filter(({ image }) => image)
  const user = session.user.value
  const mayAdd = !readOnly && workOf(item) !== 'closed' && mayAddPhoto(item, user)
  const completes = workOf(item) === 'open' && user !== null && isWorkOf(item, user)
  const mayEdit = ({ user_id }: Attachment) => !readOnly && (user_id === user?.id || can('delete', 'punchItems')(user))
  return (
    <>
      <div className={columns}>
        {sides.map(({ kind, label }) => (
          <section key={kind} aria-label={label} className={css({ stack: '2', alignContent: 'start' })}>
            <h3 className={css({ textStyle: 'label' })}>{label}</h3>
            {pictures
              .filter((picture) => (picture.kind === 'after') === (kind === 'after'))
              .map((picture) => (
                <button
                  key={picture.id}
                  type="button"
                  className={tile}
                  aria-label={`Open ${picture.caption ?? picture.name}`}
                  onClick={() => setShown(picture.id)}
                >
                  <Picture src={urls.preview(picture, 1600)} className={photo} />
                </button>
              ))}
            {mayAdd && (
              <Button
                variant="outline"
                icon="camera"
                loading={busy}
                onClick={() =>
                  takePhoto((file) => void (kind === 'after' && completes ? completeWith(file) : add(file, kind)))
                }
              >
                {kind === 'after' && completes ? 'Complete' : 'Add photo'}
              </Button>
            )}
          </section>
        ))}
      </div>
      {all.length > pictures.length && <Files on={on} fetch={false} mayAdd={false} mayEdit={(file) => mayEdit(file)} />}
      <PictureViewer pictures={pictures} shown={shown} onShow={setShown} mayEdit={mayEdit} />
    </>
  )
}

const columns = css({ stack: '3', gridTemplateColumns: 'repeat(auto-fit, minmax(min(8rem, 100%), 1fr))' })
const tile = css({
  display: 'block',
  width: 'full',
  aspectRatio: '4 / 3',
  overflow: 'hidden',
  borderRadius: 'md',
  background: 'soft',
  cursor: 'zoom-in',
})
const photo = css({ boxSize: 'full', objectFit: 'cover' })
