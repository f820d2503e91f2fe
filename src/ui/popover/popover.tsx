import { useEffect, useRef, type ReactNode } from 'react'
import { Popover as Ark, usePopoverContext } from '@ark-ui/react/popover'
import { Portal } from '@ark-ui/react/portal'
import { css } from '#css/css'
import { useBack } from '#ui/back/use-back.ts'

/** The styles of floating panels other than lists. */
export const floating = css({
  maxWidth: 'min(24rem, calc(100vw - 28px))',
  padding: '3.5',
  layerStyle: 'floating',
  zIndex: 'floating',
  outline: 'none',
  _open: { animation: 'rise {durations.fast}' },
  _closed: { animation: 'leave {durations.fast}' },
})
const title = css({ textStyle: 'label', marginBottom: '1' })

/** A panel that opens from the button passed as `trigger`. */
export const Popover = ({
  trigger,
  title: heading,
  startsOpen = false,
  children,
}: {
  /** The button that opens it. */
  trigger: ReactNode
  /** Whether it is open when it is mounted. */
  startsOpen?: boolean
  /** Its heading and its name for screen readers. */
  title: string
  /** Its content. */
  children: ReactNode
}) => (
  <Ark.Root lazyMount unmountOnExit defaultOpen={startsOpen}>
    <Ark.Trigger asChild>{trigger}</Ark.Trigger>
    <ClosedByBack />
    <Portal>
      <Ark.Positioner>
        <Ark.Content className={floating} aria-label={heading}>
          <Ark.Title className={title}>{heading}</Ark.Title>
          {children}
        </Ark.Content>
      </Ark.Positioner>
    </Portal>
  </Ark.Root>
)

/** The same panel, open beside an element until it is closed: for many elements that share one panel. */
export const AnchoredPopover = ({
  anchor,
  focus = anchor,
  title: heading,
  onClose,
  children,
}: {
  /** The element it opens beside. */
  anchor: HTMLElement
  /** What gets the focus back, by default the anchor. */
  focus?: HTMLElement
  /** Its name for screen readers. */
  title: string
  /** Called on Escape, a press outside and Back. The parent must remove it. */
  onClose: () => void
  /** Its content. */
  children: ReactNode
}) => {
  const content = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // What is open from the beginning does not take the focus, and what is removed at once does not give it back.
    content.current?.querySelector<HTMLElement>('input, textarea, button, a')?.focus({ preventScroll: true })
    return () => void (document.activeElement === document.body && focus.focus({ preventScroll: true }))
  }, [focus])
  return (
    <Ark.Root
      open
      onOpenChange={({ open }) => open || onClose()}
      // A question about what is typed in it takes the focus, and gives it back to what was pressed outside.
      onFocusOutside={(event) => event.preventDefault()}
      positioning={{ getAnchorElement: () => anchor, placement: 'bottom-start' }}
    >
      <ClosedByBack />
      <Portal>
        <Ark.Positioner>
          <Ark.Content ref={content} className={floating} aria-label={heading}>
            <Ark.Title className={css({ srOnly: true })}>{heading}</Ark.Title>
            {children}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}

const ClosedByBack = () => {
  const { open, setOpen } = usePopoverContext()
  useBack(open, () => setOpen(false))
  return null
}
