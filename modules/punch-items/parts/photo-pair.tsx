import { css, cx } from '#css/css'
import { useRecords } from '#blocks/query/use-records.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Picture } from '#ui/picture/picture.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { useAttachments, useUrls, takePhoto } from '../../attachments/index.ts'
import { punchItems, type PunchItem } from '../entities.ts'
import { usePhoto } from './use-photo.ts'

/** An item's first photo, and the last one of the finished work or an empty frame that asks for it. @useSignals */
export const PhotoPair = ({
  item,
  mayAdd,
  mayComplete,
  small,
  only,
}: {
  item: PunchItem
  mayAdd: boolean
  /** Whether a photo of the finished work completes the item. */
  mayComplete: boolean
  /** As high as a row of a table. */
  small?: boolean
  /** One of the two alone. */
  only?: 'before' | 'after'
}) => {
  const urls = useUrls()
  const { busy, add, completeWith } = usePhoto(item)
  const on = { type: punchItems.table, id: item.id }
  const pictures = useRecords(useAttachments(on, { fetch: false })).filter(({ image }) => image)
  // The device has those that were taken here and not sent yet.
  const known = (id: number | null) => (id === null ? undefined : { id })
  const before = pictures.find(({ kind }) => kind !== 'after') ?? known(item.photo_ids.before)
  const after = pictures.findLast(({ kind }) => kind === 'after') ?? known(item.photo_ids.after)
  const label = `${mayComplete ? 'Complete with photo' : 'Add photo of the finished work'}: ${item.title}`
  return (
    <span className={pair} data-small={small}>
      {only !== 'after' && (
        <span className={cx(size, frame)}>
          {before && <Picture src={urls.preview(before, 320)} className={photo} />}
        </span>
      )}
      {only === 'before' ? null : after ? (
        <span className={cx(size, frame)}>
          <Picture src={urls.preview(after, 320)} className={photo} />
        </span>
      ) : (
        mayAdd && (
          <button
            type="button"
            className={cx(size, empty)}
            aria-label={label}
            title={label}
            disabled={busy}
            onClick={() => takePhoto((file) => void (mayComplete ? completeWith(file) : add(file, 'after')))}
          >
            {busy ? <Spinner /> : <Icon name="camera" size="sm" />}
          </button>
        )
      )}
    </span>
  )
}

const pair = css({ row: '1' })
const size = css({
  flex: 'none',
  width: { base: '12', md: '11' },
  height: { base: '12', md: '11' },
  borderRadius: 'md',
  '[data-small] > &': { md: { boxSize: '7' } },
})
const frame = css({ overflow: 'hidden', background: 'soft' })
const photo = css({ boxSize: 'full', objectFit: 'cover' })
const empty = css({
  position: 'relative',
  zIndex: '1',
  center: true,
  color: { base: 'primary', md: 'muted' },
  border: { base: '1px solid {colors.line}', md: '1.5px dashed {colors.faint}' },
  background: 'card',
  cursor: 'pointer',
  _hover: { borderColor: 'primary', color: 'primary' },
})
