import { useRef, type ReactNode } from 'react'
import { Dialog as Ark, dialogAnatomy } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { sva } from '#css/css'
import { useBack } from '#ui/back/use-back.ts'
import { IconButton } from '#ui/button/button.tsx'
import { stay, typedIn } from '#ui/dialog/dialog.tsx'
import { useUnfinished } from '#ui/unfinished/unfinished.ts'

const recipe = sva({
  className: 'drawer',
  slots: dialogAnatomy.extendWith('header', 'body').keys(),
  base: {
    backdrop: {
      position: 'fixed',
      inset: '0',
      background: 'scrim',
      zIndex: 'overlay',
      _open: { animation: 'appear {durations.normal}' },
    },
    content: {
      position: 'fixed',
      insetBlock: '0',
      zIndex: 'dialog',
      display: 'flex',
      flexDirection: 'column',
      width: 'min(26rem, 100vw)',
      background: 'card',
      boxShadow: 'floating',
      outline: 'none',
      _open: { animation: 'appear {durations.normal}' },
      _closed: { animation: 'leave {durations.fast}' },
    },
    header: {
      display: 'flex',
      alignItems: 'center',
      justifyContent: 'space-between',
      flex: 'none',
      minHeight: 'bar',
      paddingInlineStart: '4.5',
      paddingInlineEnd: '2',
      borderBottom: '1px solid {colors.line}',
    },
    title: { textStyle: 'bar' },
    body: { flex: '1', overflowY: 'auto', overscrollBehavior: 'contain', padding: '4.5' },
  },
  variants: {
    side: { start: { content: { insetInlineStart: '0' } }, end: { content: { insetInlineEnd: '0' } } },
  },
  defaultVariants: { side: 'end' },
})

/** A panel that slides in from the side, for filters, history or the phone's navigation. */
export const Drawer = ({
  open,
  onClose,
  title,
  side,
  children,
}: {
  /** Whether it is shown. */
  open: boolean
  /** Called on Escape, the close button, a press outside and Back. The parent must close the drawer. */
  onClose: () => void
  /** What it shows, which also is its name for screen readers. */
  title: ReactNode
  /** The edge it comes from: `start` is the left where people write from left to right. */
  side?: 'start' | 'end'
  /** Its content, which scrolls. */
  children: ReactNode
}) => {
  const styles = recipe({ side })
  const body = useRef<HTMLDivElement>(null)
  useBack(open, onClose)
  useUnfinished(open)
  return (
    <Ark.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      onFocusOutside={stay}
      initialFocusEl={() => typedIn(body.current)}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className={styles.backdrop} />
        <Ark.Positioner>
          <Ark.Content className={styles.content}>
            <div className={styles.header}>
              <Ark.Title className={styles.title}>{title}</Ark.Title>
              <Ark.CloseTrigger asChild>
                <IconButton icon="x" aria-label="Close" />
              </Ark.CloseTrigger>
            </div>
            <div ref={body} className={styles.body}>
              {children}
            </div>
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
