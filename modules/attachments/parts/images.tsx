import { useState, type ReactNode } from 'react'
import { css } from '#css/css'
import { Card } from '#ui/card/card.tsx'
import type { Attachment } from '../entities.ts'
import { AddFiles } from './add-files.tsx'
import { PictureViewer } from './picture-viewer.tsx'
import { useAttachments, type On, type Taken } from './use-attachments.ts'
import { useUrls } from './use-urls.ts'

/** The parent record of a gallery, and the user's permissions. */
export interface ImagesProps {
  on: On
  /** Whether pictures may be added. */
  mayAdd: boolean
  /** Whether the picture's caption may be changed and the picture deleted. */
  mayEdit: (picture: Attachment) => boolean
  /** False if the parent record already includes its pictures. */
  fetch?: boolean
  title?: ReactNode
  /** Shows only what was taken in this time. */
  taken?: Taken
}

/** A gallery of a record's pictures, with a viewer, uploads and a button for the camera on phones. */
export const Images = ({ on, mayAdd, mayEdit, fetch, taken, title = 'Images' }: ImagesProps) => {
  const urls = useUrls()
  const all = useAttachments(on, { fetch: fetch ?? true, taken })
  const [shown, setShown] = useState<number | null>(null)
  const pictures = all.value.filter(({ image }) => image)
  if (!mayAdd && !pictures.length) return null
  return (
    <Card className={css({ display: 'grid', gap: '3.5' })}>
      <h2 className={css({ textStyle: 'section' })}>{title}</h2>
      {pictures.length > 0 && (
        <ul className={grid}>
          {pictures.map((picture) => (
            <li key={picture.id}>
              <button
                type="button"
                className={tile}
                onClick={() => setShown(picture.id)}
                aria-label={`Open ${picture.caption ?? picture.name}`}
              >
                <img src={urls.preview(picture, 320)} alt="" loading="lazy" className={thumb} />
                {picture.caption && <span className={words}>{picture.caption}</span>}
              </button>
            </li>
          ))}
        </ul>
      )}
      {mayAdd && <AddFiles on={on} aria-label="Add photos" accept={['image/*']} />}
      <PictureViewer pictures={pictures} shown={shown} onShow={setShown} mayEdit={mayEdit} mayAdd={mayAdd} />
    </Card>
  )
}

const grid = css({ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(7.5rem, 1fr))', gap: '2' })
const tile = css({
  position: 'relative',
  display: 'block',
  width: 'full',
  aspectRatio: '1',
  overflow: 'hidden',
  borderRadius: 'md',
  background: 'soft',
  cursor: 'zoom-in',
})
const thumb = css({ width: 'full', height: 'full', objectFit: 'cover' })
const words = css({
  position: 'absolute',
  insetInline: '0',
  bottom: '0',
  paddingInline: '2',
  paddingBlock: '1',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
  textAlign: 'start',
  textStyle: 'small',
  color: 'frame.bright',
  background: '#141b22b3',
})
