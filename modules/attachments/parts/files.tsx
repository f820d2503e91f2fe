import { useState } from 'react'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { useMay } from '#blocks/offered/offered.tsx'
import { useRecords } from '#blocks/query/use-records.ts'
import { ParentScope } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { IconButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Picture } from '#ui/picture/picture.tsx'
import { attachments, isViewable, type Attachment } from '../entities.ts'
import { formatSize } from '#lib/file-size.ts'
import { AddFiles } from './add-files.tsx'
import type { ImagesProps } from './images.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { placeOf, useAttachments } from './use-attachments.ts'
import { useUrls } from './use-urls.ts'

/** The attachments of a record: pictures as thumbnails, other files as links, and an input to add more. @useSignals */
export const Files = ({ on, mayAdd, mayEdit, fetch }: Omit<ImagesProps, 'title' | 'taken'>) => {
  const urls = useUrls()
  const all = useRecords(useAttachments(on, { fetch: fetch ?? true }))
  const [shown, setShown] = useState<number | null>(null)
  const [removing, setRemoving] = useState<Attachment | null>(null)
  const viewable = all.filter(isViewable)
  const others = all.filter(({ image }) => !image)
  const mayAddHere = useMay()(attachments, 'create', placeOf(on)) && mayAdd
  if (!mayAddHere && !all.length) return null
  return (
    <div className={css({ stack: '2', marginTop: '1.5' })}>
      {viewable.length > 0 && (
        <ul className={css({ flow: '1.5' })}>
          {viewable.map((picture) => (
            <li key={picture.id}>
              <button
                type="button"
                className={tile}
                aria-label={`Open ${picture.caption ?? picture.name}`}
                onClick={() => setShown(picture.id)}
              >
                <Picture src={urls.preview(picture, 320)} className={thumb} />
              </button>
            </li>
          ))}
        </ul>
      )}
      {others.length > 0 && (
        <ul className={css({ stack: '1' })}>
          {others.map((file) => (
            <li key={file.id}>
              <FileLink file={file} href={urls.download(file)} />
              {mayEdit(file) && (
                <IconButton icon="x" size="sm" aria-label={`Remove ${file.name}`} onClick={() => setRemoving(file)} />
              )}
            </li>
          ))}
        </ul>
      )}
      {mayAddHere && <AddFiles on={on} aria-label="Add files" />}
      {removing && (
        <ParentScope attachable_type={on.type} attachable_id={on.id}>
          <DeleteRecord entity={attachments} record={removing} onClose={() => setRemoving(null)} />
        </ParentScope>
      )}
      <PictureViewer pictures={viewable} shown={shown} onShow={setShown} mayEdit={mayEdit} mayAdd={mayAddHere} />
    </div>
  )
}

const FileLink = ({ file, href }: { file: Attachment; href: string }) => (
  <a href={href} download className={link}>
    <Icon name="file-text" size="sm" />
    <bdi>{file.name}</bdi>
    <span className={css({ textStyle: 'note' })}>{formatSize(file.size)}</span>
  </a>
)

const tile = css({ boxSize: '20', overflow: 'hidden', borderRadius: 'md', background: 'soft', cursor: 'zoom-in' })
const thumb = css({ boxSize: 'full', objectFit: 'cover' })
const link = css({
  inlineRow: '1.5',
  minHeight: { base: '6', _coarse: 'touch' },
  color: 'primary',
  overflowWrap: 'anywhere',
  _hover: { textDecoration: 'underline' },
})
