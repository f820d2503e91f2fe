import { css } from '#css/css'
import type { Attachment } from '../entities.ts'
import { useUrls } from './use-urls.ts'

/** Photos as tiles with their captions; pressing one opens it. @useSignals */
export const PhotoGrid = ({
  photos,
  onOpen,
  inRow = false,
}: {
  photos: readonly Attachment[]
  onOpen: (id: Attachment['id']) => void
  /** One row that scrolls sideways, in place of as many rows as there are photos. */
  inRow?: boolean
}) => {
  const urls = useUrls()
  return (
    <ul className={inRow ? row : grid}>
      {photos.map((photo) => (
        <li key={photo.id}>
          <button
            type="button"
            className={tile}
            onClick={() => onOpen(photo.id)}
            aria-label={`Open ${photo.caption ?? photo.name}`}
          >
            <img src={urls.preview(photo, 320)} alt="" loading="lazy" className={thumb} />
            {photo.caption && <span className={words}>{photo.caption}</span>}
          </button>
        </li>
      ))}
    </ul>
  )
}

const grid = css({ display: 'grid', gridTemplateColumns: 'repeat(auto-fill, minmax(7.5rem, 1fr))', gap: '2' })
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
const thumb = css({ width: 'full', height: 'full', objectFit: 'cover' })
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
