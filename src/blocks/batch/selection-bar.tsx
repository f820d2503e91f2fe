import type { ComponentProps, ReactNode } from 'react'
import { css } from '#css/css'
import { Button, IconButton } from '#ui/button/button.tsx'
import { useToastsAbove } from '#ui/toast/use-toasts-above.ts'

/**
 * What can be done with the selected records of a list at once. It sticks to the bottom of the screen, because the list is longer than it.
 * @example
 * <SelectionBar count={3} label="Selected documents" onClear={clear}>
 *   <SelectionButton icon="archive" onClick={archive}>Archive</SelectionButton>
 * </SelectionBar>
 */
export const SelectionBar = ({
  count,
  label,
  onClear,
  children,
}: {
  count: number
  label: string
  onClear: () => void
  children: ReactNode
}) => {
  useToastsAbove(true)
  return (
    <div role="region" aria-label={label} className={bar}>
      <b className={css({ paddingInline: '2' })}>{count} selected</b>
      {children}
      <IconButton icon="x" className={onDark} aria-label="Clear selection" onClick={onClear} />
    </div>
  )
}

/** One thing to do with the selected records. */
export const SelectionButton = (props: ComponentProps<typeof Button>) => (
  <Button variant="ghost" className={onDark} {...props} />
)

const bar = css({
  position: 'sticky',
  // Above what sticks to the foot of a phone, where what does not fit scrolls sideways.
  bottom: { base: 'calc({sizes.bar.tabs} + {spacing.2} + env(safe-area-inset-bottom))', md: '4' },
  zIndex: '2',
  display: 'flex',
  flexWrap: { base: 'nowrap', md: 'wrap' },
  overflowX: { base: 'auto', md: 'visible' },
  whiteSpace: 'nowrap',
  '& > *': { flex: 'none' },
  alignItems: 'center',
  gap: '1.5',
  width: 'fit-content',
  maxWidth: 'full',
  marginInline: 'auto',
  padding: '2',
  borderRadius: 'lg',
  background: 'frame',
  color: 'frame.bright',
  boxShadow: 'floating',
})
const onDark = css({ color: 'frame.bright', background: 'frame.line', _hover: { background: 'frame.line' } })
