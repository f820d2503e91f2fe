import { type ReactNode, useState } from 'react'
import { expect, screen, waitFor } from 'storybook/test'
import { css } from '#css/css'

/** Holds a value for a story, as a form would for a controlled input. */
export const Hold = <V,>({
  initial,
  children,
}: {
  initial: V
  children: (value: V, set: (value: V) => void) => ReactNode
}) => {
  const [held, set] = useState(initial)
  return children(held, set)
}

/** Stories side by side, with room between them. */
export const OutboxStorage = ({ children, column }: { children: ReactNode; column?: boolean }) => (
  <div className={column ? columns : shelf}>{children}</div>
)

const shelf = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', gap: '3' })
const columns = css({ display: 'grid', gap: '4', maxWidth: 'dialog.sm' })

/** Picks an entry of the menu that is open, by keyboard: the mouse of a test is not always taken for one. */
export async function choose({ keyboard }: { keyboard: (keys: string) => Promise<unknown> }, name: string) {
  const item = await screen.findByRole('menuitem', { name })
  await waitFor(() => expect(item.closest('[role=menu]')).toHaveFocus())
  while (!item.hasAttribute('data-highlighted')) await keyboard('{ArrowDown}')
  await keyboard('{Enter}')
}
