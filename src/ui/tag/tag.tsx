import type { ComponentProps } from 'react'
import { css, cva, cx } from '#css/css'

const recipe = cva({
  base: {
    display: 'inline-flex',
    alignItems: 'center',
    gap: '1',
    paddingInline: '2',
    paddingBlock: '0.5',
    borderRadius: 'sm',
    fontSize: 'xs',
    fontWeight: 'strong',
    whiteSpace: 'nowrap',
    lineHeight: '1.35',
  },
  variants: {
    tone: {
      neutral: { background: 'soft', color: 'muted' },
      primary: { background: 'primary.soft', color: 'primary' },
      attention: { background: 'attention.soft', color: 'attention' },
      done: { background: 'done.soft', color: 'done' },
      prevailing: { background: 'prevailing.soft', color: 'prevailing' },
    },
    small: { true: { paddingInline: '1', paddingBlock: '0', fontSize: '0.75rem' } },
    badge: {
      true: {
        minWidth: '5.5',
        paddingInline: '1.5',
        justifyContent: 'center',
        fontSize: '0.8125rem',
        fontWeight: 'section',
      },
    },
  },
  defaultVariants: { tone: 'neutral' },
})

/** The meaning of a tag's colour. Its text must express it too. */
export type Tone = 'neutral' | 'primary' | 'attention' | 'done' | 'prevailing'

/** A short coloured label, such as a status. */
export const Tag = ({
  tone,
  small,
  className,
  ...props
}: ComponentProps<'span'> & { tone?: Tone; small?: boolean }) => (
  <span {...props} className={cx(recipe({ tone, small }), className)} />
)

/** A count in a badge; zero is shown as a faint number. */
export const Badge = ({ count, tone = 'attention' }: { count: number; tone?: Tone }) => (
  <span className={count ? recipe({ tone, badge: true }) : zero}>{count}</span>
)

const zero = css({ color: 'faint' })
