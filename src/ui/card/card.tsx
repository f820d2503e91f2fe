import type { ComponentProps } from 'react'
import { cva, cx } from '#css/css'

const recipe = cva({
  base: {
    minWidth: '0',
    padding: { base: '3.5', sm: '4.5' },
    background: 'card',
    border: '1px solid {colors.line}',
    borderRadius: { base: 'xl', sm: 'lg' },
  },
  variants: { flush: { true: { padding: '0', overflow: 'clip' } }, invalid: { true: { borderColor: 'attention' } } },
})

/** A card with a hairline border; `flush` removes the padding, for rows that reach the edges. */
export const Card = ({
  flush,
  invalid,
  className,
  ...props
}: ComponentProps<'div'> & { flush?: boolean; invalid?: boolean }) => (
  <div {...props} className={cx(recipe({ flush, invalid }), className)} />
)
