import { Portal } from '@ark-ui/react/portal'
import { Toast, Toaster as Ark, createToaster, toastAnatomy } from '@ark-ui/react/toast'
import { useEffect } from 'react'
import { sva } from '#css/css'
import { IconButton } from '#ui/button/button.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { provideToasts, toast, type ToastAction } from './toast.tsx'

const recipe = sva({
  className: 'toast',
  slots: toastAnatomy.keys(),
  base: {
    root: {
      row: '2.5',
      width: 'min(24rem, calc(100vw - 28px))',
      minHeight: '12',
      paddingInlineStart: '3.5',
      paddingInlineEnd: '1.5',
      background: 'card',
      borderRadius: 'lg',
      boxShadow: 'floating',
      translate: 'var(--x) var(--y)',
      scale: 'var(--scale)',
      opacity: 'var(--opacity)',
      height: 'var(--height)',
      zIndex: 'var(--z-index)',
      transition: 'translate {durations.normal}, scale {durations.normal}, opacity {durations.normal}',
      '&[data-type=error]': { color: 'attention' },
      '&[data-type=success] svg:first-child': { color: 'done' },
    },
    title: { flex: '1', fontWeight: 'medium', paddingBlock: '2' },
    actionTrigger: { color: 'primary', fontWeight: 'strong', padding: '1.5', borderRadius: 'sm' },
  },
})

// Above the bars and footers at the bottom of phones, and on larger screens where dialogs have no buttons: to the left.
const edge = '1rem'
const toaster = createToaster({
  placement: 'bottom-start',
  offsets: { top: edge, left: 'var(--toast-start, 1rem)', right: edge, bottom: 'var(--toast-bottom, 1rem)' },
  overlap: true,
  gap: 10,
  max: 4,
})

const isAction = (next: unknown): next is ToastAction => next !== undefined
const taking = (next: ToastAction, id: string | undefined) => () => {
  toast.dismiss(id)
  next.onClick()
}

/** Shows the toasts, those first that were told before it was there. */
export default function Toasts() {
  const styles = recipe()
  useEffect(() => {
    // Waits for the toaster to listen, because a message sent before that is lost.
    const ready = setTimeout(() => provideToasts(toaster))
    return () => clearTimeout(ready)
  }, [])
  return (
    // Beside the app, which is hidden from screen readers while a dialog is open.
    <Portal>
      <Ark toaster={toaster}>
        {(entry) => (
          <Toast.Root className={styles.root}>
            <Icon name={entry.type === 'error' ? 'circle-alert' : 'circle-check'} />
            <Toast.Title className={styles.title}>{entry.title}</Toast.Title>
            {entry.action && (
              <Toast.ActionTrigger className={styles.actionTrigger}>{entry.action.label}</Toast.ActionTrigger>
            )}
            {isAction(entry.meta?.next) && (
              <button type="button" className={styles.actionTrigger} onClick={taking(entry.meta.next, entry.id)}>
                {entry.meta.next.label}
              </button>
            )}
            <Toast.CloseTrigger asChild>
              <IconButton icon="x" size="sm" aria-label="Dismiss" />
            </Toast.CloseTrigger>
          </Toast.Root>
        )}
      </Ark>
    </Portal>
  )
}
