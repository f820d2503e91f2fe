import { type ReactNode, type RefObject, useRef, useState } from 'react'
import { Dialog as Ark } from '@ark-ui/react/dialog'
import { Portal } from '@ark-ui/react/portal'
import { useBack } from '#ui/back/use-back.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { useUnfinished } from '#ui/unfinished/unfinished.ts'
import { dialog } from './dialog.recipe.ts'

/** The selector of the element that gets the focus when a dialog opens. */
const INPUT =
  'input:not([type=hidden], :disabled, [aria-hidden=true]), textarea:not(:disabled), [role=combobox]:not(:disabled)'

/** The input in it that has the focus: whoever was quicker than the next frame types there already. */
export function typedIn(container: HTMLElement | null): HTMLElement | null {
  const { activeElement } = document
  const isInput = activeElement instanceof HTMLElement && activeElement.matches(INPUT)
  return isInput && container?.contains(activeElement) ? activeElement : null
}

/** Prevents closing when the focus moves outside, which happens when a previous dialog returns the focus late. */
export const stay = (event: Event) => event.preventDefault()

/** A message above it, such as one with Undo, can be pressed without closing it. */
const stayForMessages = (event: CustomEvent<{ originalEvent: Event }>) => {
  const { target } = event.detail.originalEvent
  if (target instanceof Element && target.closest('[data-scope=toast]')) event.preventDefault()
}

export interface DialogProps {
  /** Whether it is shown. */
  open: boolean
  /** Called on Escape, the close button, a press outside and Back. The parent must close the dialog. */
  onClose: () => void
  /** What it is for, which also is its name for screen readers. */
  title: ReactNode
  /** Its content, which scrolls if there is much of it. */
  children: ReactNode
  /** The main button, which stands beside Cancel. */
  main?: ReactNode
  /** Other buttons than these, the main one last. */
  footer?: ReactNode
  /** At most 400, 560 or 800 px wide. */
  size?: 'sm' | 'md' | 'lg'
  /** At least 70% of the window's height, for content that grows. */
  tall?: boolean
  /** An `alertdialog` requires an answer: a press outside does not close it. */
  role?: 'dialog' | 'alertdialog'
  /** What gets the focus, or contains it; without it, the first input does. */
  initialFocus?: RefObject<HTMLElement | null>
}

/**
 * A modal dialog, which fills the screen on phones. The focus is trapped while it is open and restored afterwards. A closed
 * one costs nothing, so that each row of a list may have its own.
 */
export const Dialog = (props: DialogProps) => {
  const [isHere, setHere] = useState(props.open)
  if (props.open && !isHere) setHere(true)
  return isHere ? <Mounted {...props} onGone={() => setHere(false)} /> : null
}

/** `onGone` is called when it has closed and its animation has ended. */
const Mounted = ({
  onGone,
  open,
  onClose,
  title,
  children,
  main,
  footer = main && (
    <>
      <Button variant="outline" onClick={onClose}>
        Cancel
      </Button>
      {main}
    </>
  ),
  size,
  tall,
  role = 'dialog',
  initialFocus,
}: DialogProps & { onGone: () => void }) => {
  const asks = role === 'alertdialog'
  const styles = dialog({ size, tall, asks })
  const body = useRef<HTMLDivElement>(null)
  const focusEl = () => {
    const within = initialFocus?.current ?? body.current
    return typedIn(body.current) ?? within?.querySelector<HTMLElement>(INPUT) ?? initialFocus?.current ?? null
  }
  useBack(open, onClose)
  useUnfinished(open)
  return (
    <Ark.Root
      open={open}
      onOpenChange={(details) => !details.open && onClose()}
      onExitComplete={onGone}
      role={role}
      closeOnInteractOutside={!asks}
      onFocusOutside={stay}
      onPointerDownOutside={stayForMessages}
      initialFocusEl={focusEl}
      lazyMount
      unmountOnExit
    >
      <Portal>
        <Ark.Backdrop className={styles.backdrop} />
        <Ark.Positioner className={styles.positioner}>
          <Ark.Content className={styles.content}>
            <div className={styles.header}>
              <Ark.Title className={styles.title}>{title}</Ark.Title>
              {!asks && (
                <Ark.CloseTrigger asChild>
                  <IconButton icon="x" aria-label="Close" className={styles.closeTrigger} />
                </Ark.CloseTrigger>
              )}
            </div>
            <Ark.Description asChild>
              <div ref={body} className={styles.body}>
                {children}
              </div>
            </Ark.Description>
            {footer && <div className={styles.footer}>{footer}</div>}
          </Ark.Content>
        </Ark.Positioner>
      </Portal>
    </Ark.Root>
  )
}
