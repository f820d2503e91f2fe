import type { ReactNode } from 'react'
import { Tooltip as Ark } from '@ark-ui/react/tooltip'
import { Portal } from '@ark-ui/react/portal'
import { css } from '#css/css'

const bubble = css({
  paddingInline: '2',
  paddingBlock: '1',
  borderRadius: 'sm',
  background: 'ink',
  color: 'paper',
  textStyle: 'caption',
  fontWeight: 'medium',
  zIndex: 'floating',
  _open: { animation: 'appear {durations.fast}' },
})

/** A tooltip for a button without text, shown on hover and focus. */
export const Tooltip = ({
  text,
  children,
}: {
  /** What the button does, in two or three words. */
  text: string
  /** The button. */
  children: ReactNode
}) => (
  <Ark.Root openDelay={400} closeDelay={100} lazyMount unmountOnExit positioning={{ gutter: 6 }}>
    <Ark.Trigger asChild>{children}</Ark.Trigger>
    <Portal>
      <Ark.Positioner>
        <Ark.Content className={bubble}>{text}</Ark.Content>
      </Ark.Positioner>
    </Portal>
  </Ark.Root>
)
