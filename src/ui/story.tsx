import { type ReactNode, useState } from 'react'
import { expect, screen, waitFor } from 'storybook/test'
import { css } from '#css/css'

/** Holds the value of a controlled input in a story. */
export const Hold = <V,>({
  initial,
  children,
}: {
  initial: V
  children: (value: V, set: (value: V) => void) => ReactNode
}) => {
  const [value, set] = useState(initial)
  return children(value, set)
}

/** Lays out several variants of a component in a story. */
export const Samples = ({ children, column }: { children: ReactNode; column?: boolean }) => (
  <div className={column ? columns : shelf}>{children}</div>
)

const shelf = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' })
const columns = css({ display: 'grid', gap: '4', maxWidth: 'dialog.sm' })

/** Selects an item of the open menu by keyboard, because simulated pointer events are not always recognized. */
export async function choose({ keyboard }: { keyboard: (keys: string) => Promise<unknown> }, name: string) {
  const item = await screen.findByRole('menuitem', { name })
  await waitFor(() => expect(item.closest('[role=menu]')).toHaveFocus())
  while (!item.hasAttribute('data-highlighted')) await keyboard('{ArrowDown}')
  await keyboard('{Enter}')
}
