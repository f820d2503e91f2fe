import type { ComponentProps, ReactNode } from 'react'
import { css, cva, cx } from '#css/css'

const recipe = cva({
  base: {
    inlineRow: '1',
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

/** The meaning of a tag's color. Its text must express it too. */
export type Tone = NonNullable<TagProps['tone']>

export interface TagProps extends ComponentProps<'span'> {
  /** What the colour means; the text must say it too. */
  tone?: 'neutral' | 'primary' | 'attention' | 'done' | 'prevailing'
  /** For a tag within a tab or a cell. */
  small?: boolean
  /** One or two words. */
  children?: ReactNode
}

/** A short coloured label, such as a status. */
export const Tag = ({ tone, small, className, ...props }: TagProps) => (
  <span {...props} className={cx(recipe({ tone, small }), className)} />
)

/** A count in a badge; zero is shown as a faint number. */
export const Badge = ({
  count,
  tone = 'attention',
}: {
  /** The number; undefined where nobody counted. */
  count: number | undefined
  /** What the colour means. */
  tone?: Tone
}) => <span className={count ? recipe({ tone, badge: true }) : zero}>{count ?? '—'}</span>

const zero = css({ color: 'faint' })
