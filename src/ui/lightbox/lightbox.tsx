import { type ReactNode, useEffect, useRef } from 'react'
import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { css } from '#css/css'
import { IconButton } from '#ui/button/button.tsx'
import { stay } from '#ui/dialog/dialog.tsx'
import { useCloseRequest } from '#ui/dialog/use-close-request.ts'
import { useUnfinished } from '#ui/unfinished/unfinished.ts'

export interface Picture {
  src: string
  /** The alternative text. */
  alt: string
}

/** The minimum distance of a swipe, in pixels. */
const SWIPE = 48

/** A full-window picture viewer with navigation by keys, swipes and buttons. */
export const Lightbox = ({
  pictures,
  index,
  onIndex,
  onClose,
  caption,
  actions,
}: {
  pictures: readonly Picture[]
  /** The index of the picture shown; null when closed. */
  index: number | null
  onIndex: (index: number) => void
  onClose: () => void
  caption?: ReactNode
  actions?: ReactNode
}) => {
  const start = useRef<number | null>(null)
  const picture = index === null ? undefined : pictures[index]
  const step = (by: number) => {
    if (index !== null && pictures[index + by]) onIndex(index + by)
  }
  useCloseRequest(picture !== undefined, onClose)
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
            className={stage}
            onKeyDown={({ key, target }) => {
              if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) return
              if (key === 'ArrowRight') step(1)
              if (key === 'ArrowLeft') step(-1)
            }}
          >
            <div className={head}>
              <Ark.Title className={css({ fontWeight: 'strong' })}>
                {(index ?? 0) + 1} of {pictures.length}
              </Ark.Title>
              <span className={tools}>
                {actions}
                <Ark.CloseTrigger asChild>
                  <IconButton icon="x" aria-label="Close" className={onDark} />
                </Ark.CloseTrigger>
              </span>
            </div>
            <div
              className={middle}
              onPointerDown={({ clientX }) => void (start.current = clientX)}
              onPointerUp={({ clientX }) => {
                const moved = start.current === null ? 0 : clientX - start.current
                start.current = null
                if (Math.abs(moved) > SWIPE) step(moved < 0 ? 1 : -1)
              }}
            >
              <IconButton
                icon="chevron-left"
                size="lg"
                aria-label="Previous"
                className={onDark}
                disabled={index === 0}
                onClick={() => step(-1)}
              />
              {picture && (
                <img key={picture.src} src={picture.src} alt={picture.alt} className={shown} draggable={false} />
              )}
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

const stage = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'dialog',
  display: 'grid',
  gridTemplateRows: 'auto minmax(0, 1fr) auto',
  background: 'frame',
  color: 'frame.bright',
  outline: 'none',
  touchAction: 'pan-y pinch-zoom',
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
const tools = css({ display: 'flex', alignItems: 'center', gap: '1' })
const middle = css({
  display: 'grid',
  gridTemplateColumns: { base: '0 minmax(0, 1fr) 0', md: 'auto minmax(0, 1fr) auto' },
  alignItems: 'center',
  minHeight: '0',
  '& > button': { display: { base: 'none', md: 'inline-flex' } },
})
const shown = css({ gridColumn: '2', width: 'full', height: 'full', objectFit: 'contain', minHeight: '0' })
const foot = css({ padding: '12px 16px max(16px, env(safe-area-inset-bottom))', textAlign: 'center' })
const onDark = css({
  color: 'frame.bright!',
  _hover: { background: 'frame.line!' },
  _focusVisible: { outlineColor: 'frame.bright!' },
})

/** The styles for buttons passed to a lightbox, which has a dark background. */
export const onLightbox = onDark
