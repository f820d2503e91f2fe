import { useEffect, useState, type ComponentType } from 'react'
import { css } from '#css/css'
import { Spinner } from '#ui/spinner/spinner.tsx'

const scrim = css({
  position: 'fixed',
  inset: '0',
  zIndex: 'overlay',
  center: true,
  color: 'white',
  background: 'scrim',
  animation: 'appear {durations.fast} 150ms backwards',
})

/**
 * A dialog whose script is fetched when it is first opened, so that the screen does not wait for it. If it cannot be
 * fetched, a toast says so and the dialog is closed, to be opened again.
 * @example const UserDialog = lazyDialog(async () => (await import('../dialogs/user-dialog.tsx')).UserDialog)
 */
export function lazyDialog<P extends { onClose: () => void }>(load: () => Promise<ComponentType<P>>): ComponentType<P> {
  let ready: ComponentType<P> | undefined
  return function LazyDialog(props: P) {
    const { onClose } = props
    const [Dialog, setDialog] = useState(() => ready)
    const [failed, setFailed] = useState(false)
    useEffect(() => {
      if (ready) return
      let isOver = false
      load().then(
        (found) => {
          ready = found
          if (!isOver) setDialog(() => found)
        },
        () => isOver || setFailed(true),
      )
      return () => {
        isOver = true
      }
    }, [])
    useEffect(() => {
      if (!failed) return
      void sayNotLoaded()
      onClose()
    }, [failed, onClose])
    if (Dialog) return <Dialog {...props} />
    return (
      <div className={scrim}>
        <Spinner />
      </div>
    )
  }
}

async function sayNotLoaded() {
  const { toast } = await import('#ui/toast/toast.tsx')
  toast.error('This could not be loaded. There may be a newer version, or no connection.')
}
