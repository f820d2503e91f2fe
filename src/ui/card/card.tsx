import type { ComponentProps, ReactNode } from 'react'
import { css, cva, cx } from '#css/css'

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

/** Cards beside each other, as many as there is room for. */
export const cardGrid = css({
  stack: '3.5',
  gridTemplateColumns: 'repeat(auto-fill, minmax(min(22rem, 100%), 1fr))',
  alignItems: 'start',
  maxWidth: '60rem',
})

export interface CardProps extends ComponentProps<'div'> {
  /** Its content. */
  children?: ReactNode
  /** Removes the padding, for rows that reach the edges. */
  flush?: boolean
  /** A border that shows that something in it is wrong; a text must say what. */
  invalid?: boolean
}

/** A card with a hairline border; `flush` removes the padding, for rows that reach the edges. */
export const Card = ({ flush, invalid, className, ...props }: CardProps) => (
  <div {...props} className={cx(recipe({ flush, invalid }), className)} />
)
