import { useState, type ReactNode } from 'react'
import { css } from '#css/css'
import { Card } from '#ui/card/card.tsx'
import { useMay } from '#blocks/offered/offered.tsx'
import { useSummary } from '#blocks/query/use-summary.ts'
import { attachments, type Attachment } from '../entities.ts'
import { AddFiles } from './add-files.tsx'
import { PhotoGrid } from './photo-grid.tsx'
import { PicturesViewer } from './picture-viewer.tsx'
import { placeOf, useAttachments, type On, type Taken } from './use-attachments.ts'

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
  /** Shows the pictures in one row that scrolls sideways. */
  inRow?: boolean
}

/** A gallery of a record's pictures, with a viewer, uploads and a button for the camera on phones. */
export const Images = ({ on, mayAdd, mayEdit, fetch, taken, title = 'Images', inRow = false }: ImagesProps) => {
  const items = useAttachments(on, { fetch: fetch ?? true, taken })
  const ids = useSummary(items, idsOfPictures, [])
  const [shown, setShown] = useState<number | null>(null)
  const mayAddHere = useMay()(attachments, 'create', placeOf(on)) && mayAdd
  if (!mayAddHere && !ids.length) return null
  return (
    <Card className={css({ stack: '3.5' })}>
      <h2 className={css({ textStyle: 'section' })}>{title}</h2>
      {ids.length > 0 && <PhotoGrid ids={ids} onOpen={setShown} inRow={inRow} />}
      {mayAddHere && <AddFiles on={on} aria-label="Add photos" pictures />}
      {shown !== null && (
        <PicturesViewer {...{ items, shown, mayEdit }} of={picturesOf} onShow={setShown} mayAdd={mayAddHere} />
      )}
    </Card>
  )
}

const picturesOf = (all: readonly Attachment[]) => all.filter(({ image }) => image)
const idsOfPictures = (all: readonly Attachment[]) => picturesOf(all).map(({ id }) => id)
