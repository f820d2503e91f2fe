import { css } from '#css/css'
import { Button, IconButton } from '#ui/button/button.tsx'

/** The pictures of the item that is being noted, the last one large. */
export const WalkPhoto = ({
  photos,
  onTake,
  onRetake,
}: {
  photos: readonly File[]
  onTake: () => void
  onRetake: () => void
}) => {
  const last = photos.at(-1)
  if (!last)
    return (
      <Button variant="outline" icon="camera" className={css({ minHeight: '8rem' })} onClick={onTake}>
        Take photo
      </Button>
    )
  return (
    <div className={frame}>
      <img src={urlOf(last)} alt={`${photos.length} of this item`} className={picture} />
      <span className={tools}>
        <IconButton variant="outline" icon="plus" aria-label="Another photo" onClick={onTake} />
        <IconButton variant="outline" icon="rotate-cw" aria-label="Take again" onClick={onRetake} />
      </span>
    </div>
  )
}

/** Addresses of pictures, one for each until the page is left. */
const urls = new WeakMap<File, string>()
function urlOf(file: File): string {
  const url = urls.get(file) ?? URL.createObjectURL(file)
  urls.set(file, url)
  return url
}

const frame = css({ position: 'relative', overflow: 'hidden', borderRadius: 'lg', background: 'soft' })
const picture = css({ display: 'block', width: 'full', height: '16rem', objectFit: 'cover' })
const tools = css({ position: 'absolute', insetInlineEnd: '3', bottom: '3', display: 'flex', gap: '2' })
