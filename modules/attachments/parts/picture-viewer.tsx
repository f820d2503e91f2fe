import { formatMoment } from '#lib/moments.ts'
import { useState, type ComponentProps } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { ParentScope } from '#blocks/services/services.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { useRecords } from '#blocks/query/use-records.ts'
import { css } from '#css/css'
import type { Items } from '#core/store/records.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Lightbox, onLightbox } from '#ui/lightbox/lightbox.tsx'
import { attachments, type Attachment } from '../entities.ts'
import { MarkPhoto } from './mark-photo.tsx'
import { useUrls } from './use-urls.ts'

/** A viewer for pictures with their uploader and date, a download link, and actions for users who may edit. */
export const PictureViewer = ({
  pictures,
  shown,
  onShow,
  mayEdit,
  mayAdd = false,
}: {
  pictures: readonly Attachment[]
  /** The id of the picture on screen. */
  shown: number | null
  onShow: (id: number | null) => void
  mayEdit: (picture: Attachment) => boolean
  /** Whether a copy with marks may be added beside a picture. */
  mayAdd?: boolean
}) => {
  const urls = useUrls()
  const [open, setOpen] = useState<'caption' | 'delete' | 'mark' | null>(null)
  const at = pictures.findIndex(({ id }) => id === shown)
  const picture = pictures[at]
  const close = () => setOpen(null)
  if (!picture) return null
  if (open === 'mark') return <MarkPhoto picture={picture} onClose={close} />
  if (open)
    return (
      <ParentScope attachable_type={picture.attachable_type} attachable_id={picture.attachable_id}>
        {open === 'caption' ? (
          <EntityDialog entity={attachments} record={picture} title="Caption" fields={['caption']} onClose={close} />
        ) : (
          <DeleteRecord
            entity={attachments}
            record={picture}
            onClose={close}
            onDeleted={() => onShow((pictures[at + 1] ?? pictures[at - 1])?.id ?? null)}
          />
        )}
      </ParentScope>
    )
  return (
    <Lightbox
      pictures={pictures.map((one) => ({
        src: urls.preview(one, 1600),
        alt: one.caption ?? one.name,
        ...(one.image && { full: urls.file(one) }),
      }))}
      index={at}
      onIndex={(index) => onShow(pictures[index]?.id ?? null)}
      onClose={() => onShow(null)}
      caption={
        <>
          {picture.caption && <p className={css({ fontWeight: 'strong' })}>{picture.caption}</p>}
          <p className={css({ textStyle: 'small', color: 'frame.ink' })}>
            {picture.user_name} · {formatMoment(picture.taken_at ?? picture.created_at)}
          </p>
        </>
      }
      actions={
        <>
          {mayAdd && picture.image && (
            <IconButton
              icon="brush"
              aria-label="Draw on a copy"
              className={onLightbox}
              onClick={() => setOpen('mark')}
            />
          )}
          {mayEdit(picture) && (
            <>
              <IconButton
                icon="pencil"
                aria-label="Caption"
                className={onLightbox}
                onClick={() => setOpen('caption')}
              />
              <IconButton icon="trash-2" aria-label="Delete" className={onLightbox} onClick={() => setOpen('delete')} />
            </>
          )}
          <a
            href={urls.download(picture)}
            download
            aria-label="Download"
            className={css({ center: true, width: 'touch', height: '9' })}
          >
            <Icon name="download" />
          </a>
        </>
      }
    />
  )
}

/**
 * The same for the pictures of a set. @useSignals
 * @param of which of them there are, in which order
 */
export const PicturesViewer = ({
  items,
  of,
  ...viewed
}: Omit<ComponentProps<typeof PictureViewer>, 'pictures'> & {
  items: ReadonlySignal<Items<Attachment>>
  of: (all: readonly Attachment[]) => readonly Attachment[]
}) => <PictureViewer {...viewed} pictures={of(useRecords(items))} />
