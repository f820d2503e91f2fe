import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useRecord } from '#blocks/query/use-record.ts'
import { useRows } from '#blocks/query/use-rows.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Picture } from '#ui/picture/picture.tsx'
import { attachments, type Attachment } from '../entities.ts'
import { useUrls } from './use-urls.ts'

export interface PhotoGridProps {
  ids: readonly Id[]
  /** Keep it the same, so that tiles render alone. */
  onOpen: (id: Id) => void
  /** One row that scrolls sideways, in place of as many rows as there are photos. */
  inRow?: boolean
}

/** Photos as tiles with their captions; pressing one opens it. */
export const PhotoGrid = memo(({ ids, onOpen, inRow = false }: PhotoGridProps) => {
  const rowsOf = useRows()
  return (
    <ul className={inRow ? row : grid}>
      {rowsOf(attachments, ids, (item) => (
        <Photo item={item} onOpen={onOpen} />
      ))}
    </ul>
  )
})

const Photo = memo(({ item, onOpen }: Pick<PhotoGridProps, 'onOpen'> & { item: ReadonlySignal<Attachment> }) => (
  <PhotoTile photo={useRecord(item)} onOpen={onOpen} />
))

/** A photo with its caption; pressing it opens it. */
export const PhotoTile = ({ photo, onOpen }: Pick<PhotoGridProps, 'onOpen'> & { photo: Attachment }) => {
  const urls = useUrls()
  const { id, caption, name } = photo
  return (
    <button type="button" className={tile} onClick={() => onOpen(id)} aria-label={`Open ${caption ?? name}`}>
      <Picture src={urls.preview(photo, 320)} className={thumb} />
      {caption && <span className={words}>{caption}</span>}
    </button>
  )
}

const grid = css({ stack: '2', gridTemplateColumns: 'repeat(auto-fill, minmax(7.5rem, 1fr))' })
const row = css({
  display: 'flex',
  gap: '2',
  overflowX: 'auto',
  // Room for the outline of the focused photo, which a scrolling box cuts off.
  padding: '1',
  margin: '-1',
  scrollSnapType: 'x proximity',
  '& > li': { flex: 'none', width: '8.5rem', scrollSnapAlign: 'start' },
})
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
const thumb = css({ boxSize: 'full', objectFit: 'cover' })
const words = css({
  position: 'absolute',
  insetInline: '0',
  bottom: '0',
  paddingInline: '2',
  paddingBlock: '1',
  truncate: true,
  textAlign: 'start',
  textStyle: 'small',
  color: 'frame.bright',
  background: '#141b22b3',
})
