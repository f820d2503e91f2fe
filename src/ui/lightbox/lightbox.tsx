import { type ReactNode, useEffect, useState } from 'react'
import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { css } from '#css/css'
import { useBack } from '#ui/back/use-back.ts'
import { IconButton } from '#ui/button/button.tsx'
import { stay } from '#ui/dialog/dialog.tsx'
import { MissingPicture, useMissing } from '#ui/picture/picture.tsx'
import { useZoom } from './use-zoom.ts'
import { useUnfinished } from '#ui/unfinished/unfinished.ts'

export interface Picture {
  src: string
  /** What it shows, for those who cannot see it. */
  alt: string
  /** A larger one, loaded once someone looks closer. */
  full?: string
}

/** How much a key or a button enlarges. */
const STEP = 1.5

/** One picture as large as the window, with the next a key, a swipe or a press away, to look at closely and turn. */
export const Lightbox = ({
  pictures,
  index,
  onIndex,
  onClose,
  caption,
  actions,
}: {
  /** All pictures, in their order. */
  pictures: readonly Picture[]
  /** The index of the picture shown; null when closed. */
  index: number | null
  /** Called with the index of the picture to show. */
  onIndex: (index: number) => void
  /** Called on Escape, the close button and Back. The parent must close it. */
  onClose: () => void
  /** A text below the picture. */
  caption?: ReactNode
  /** Buttons beside the close button; give them the class `onLightbox`. */
  actions?: ReactNode
}) => {
  const picture = index === null ? undefined : pictures[index]
  const step = (by: number) => {
    if (index !== null && pictures[index + by]) onIndex(index + by)
  }
  const { view, stage, picture: image, zoomBy, rotate, reset } = useZoom(picture?.src, step)
  const keys: Record<string, () => void> = {
    ArrowRight: () => step(1),
    ArrowLeft: () => step(-1),
    '+': () => zoomBy(STEP),
    '=': () => zoomBy(STEP),
    '-': () => zoomBy(1 / STEP),
    '0': reset,
    r: rotate,
  }
  useBack(picture !== undefined, onClose)
  useUnfinished(picture !== undefined)
  useEffect(() => {
    // Preloads the neighbouring pictures.
    if (index === null) return
    for (const near of [pictures[index + 1], pictures[index - 1]]) if (near) new Image().src = near.src
  }, [index, pictures])
  return (
    <Ark.Root
      open={picture !== undefined}
      onOpenChange={({ open }) => !open && onClose()}
      onFocusOutside={stay}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Positioner>
          <Ark.Content
            className={overlay}
            onKeyDown={({ key, target, ctrlKey, metaKey, altKey }) => {
              if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
              // The browser's own zoom keeps its keys.
              if (!ctrlKey && !metaKey && !altKey) keys[key]?.()
            }}
          >
            <div className={head}>
              <Ark.Title className={css({ fontWeight: 'strong' })}>
                {(index ?? 0) + 1} of {pictures.length}
              </Ark.Title>
              <span className={tools}>
                <span className={onDesk}>
                  <IconButton
                    icon="zoom-out"
                    aria-label="Zoom out"
                    className={onDark}
                    disabled={view.scale === 1}
                    onClick={() => zoomBy(1 / STEP)}
                  />
                  <IconButton icon="zoom-in" aria-label="Zoom in" className={onDark} onClick={() => zoomBy(STEP)} />
                </span>
                <IconButton icon="rotate-cw" aria-label="Rotate" className={onDark} onClick={rotate} />
                {actions}
                <Ark.CloseTrigger asChild>
                  <IconButton icon="x" aria-label="Close" className={onDark} />
                </Ark.CloseTrigger>
              </span>
            </div>
            <div className={middle} {...stage} data-zoomed={view.scale > 1 || undefined}>
              <IconButton
                icon="chevron-left"
                size="lg"
                aria-label="Previous"
                className={onDark}
                disabled={index === 0}
                onClick={() => step(-1)}
              />
              {picture && <Shown key={picture.src} picture={picture} isClose={view.scale > 1} image={image} />}
              <IconButton
                icon="chevron-right"
                size="lg"
                aria-label="Next"
                className={onDark}
                disabled={index === pictures.length - 1}
                onClick={() => step(1)}
              />
            </div>
            {caption && <div className={foot}>{caption}</div>}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

/** The picture on screen, or that it is not here. Where its larger version does not come, the smaller one is enlarged. */
const Shown = ({
  picture: { src, full, alt },
  isClose,
  image,
}: {
  picture: Picture
  isClose: boolean
  image: ReturnType<typeof useZoom>['picture']
}) => {
  const [isLacking, setLacking] = useState(false)
  const { why, tries, failed } = useMissing(src)
  const larger = isClose && !isLacking ? full : undefined
  if (why !== null) return <MissingPicture why={why} bare className={shown} />
  return (
    <img
      key={tries}
      {...image}
      src={larger ?? src}
      alt={alt}
      className={shown}
      draggable={false}
      onError={() => (larger === undefined ? failed() : setLacking(true))}
    />
  )
}

const overlay = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'dialog',
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  background: 'frame',
  color: 'frame.bright',
  outline: 'none',
  _open: { animation: 'appear {durations.fast}' },
})
const head = css({
  display: 'flex',
  alignItems: 'center',
  justifyContent: 'space-between',
  minHeight: 'bar',
  paddingInlineStart: '4',
  paddingInlineEnd: '1',
})
const tools = css({ row: '1' })
const middle = css({
  display: 'grid',
  gridTemplateColumns: { base: '0 minmax(0, 1fr) 0', md: 'auto minmax(0, 1fr) auto' },
  alignItems: 'center',
  minHeight: '0',
  overflow: 'hidden',
  // Every gesture here is the picture's.
  touchAction: 'none',
  '&[data-zoomed]': { cursor: 'grab' },
  position: 'relative',
  '& > button': { zIndex: '1', display: { base: 'none', md: 'inline-flex' } },
})
const shown = css({
  gridColumn: '2',
  boxSize: 'full',
  objectFit: 'contain',
  minHeight: '0',
  userSelect: 'none',
  willChange: 'transform',
})
const onDesk = css({ display: { base: 'none', md: 'contents' } })
const foot = css({ padding: '12px 16px max(16px, env(safe-area-inset-bottom))', textAlign: 'center' })
const onDark = css({
  color: 'frame.bright!',
  _hover: { background: 'frame.line!' },
  _focusVisible: { outlineColor: 'frame.bright!' },
})

/** The styles for buttons passed to a lightbox, which has a dark background. */
export const onLightbox = onDark
