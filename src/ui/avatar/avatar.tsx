import { css, cva } from '#css/css'

const recipe = cva({
  base: {
    display: 'inline-grid',
    placeItems: 'center',
    flex: 'none',
    overflow: 'hidden',
    borderRadius: 'full',
    background: 'primary.soft',
    color: 'primary',
    fontWeight: 'section',
    letterSpacing: 'initials',
    lineHeight: 'none',
  },
  variants: {
    size: {
      sm: { boxSize: '1.625rem', fontSize: '2xs' },
      md: { boxSize: '2.125rem', fontSize: 'xs' },
      lg: { boxSize: '16', fontSize: 'tile' },
    },
  },
  defaultVariants: { size: 'md' },
})

const stack = css({
  display: 'inline-flex',
  '& > * + *': { marginInlineStart: '-0.5', boxShadow: '0 0 0 2px {colors.card}' },
})

export interface AvatarProps {
  /** The whole name, which screen readers and the tooltip say. */
  name: string
  /** The address of a picture; without one, the initials are shown. */
  src?: string
  /** 26, 34 or 64 px wide. */
  size?: 'sm' | 'md' | 'lg'
  /** Hides the avatar from screen readers, for use beside the name. */
  decorative?: boolean
}

/** The initials of the first and the last word of a name. */
export const initialsOf = (name: string): string => {
  const words = name.trim().split(/\s+/)
  return [words[0], words.length > 1 ? words.at(-1) : '']
    .map((word) => word?.charAt(0) ?? '')
    .join('')
    .toUpperCase()
}

/** A person's picture or initials. */
export const Avatar = ({ name, src, size, decorative }: AvatarProps) => {
  const a11y = decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': name, title: name }
  return (
    <span className={recipe({ size })} {...a11y}>
      {src ? <img src={src} alt="" className={css({ boxSize: 'full', objectFit: 'cover' })} /> : initialsOf(name)}
    </span>
  )
}

/** Overlapping avatars of several people. People beyond `max` are shown as a number. */
export const AvatarStack = ({
  names,
  max = 3,
  size = 'sm',
}: {
  /** Their whole names, the most important first. */
  names: readonly string[]
  /** How many are shown before the rest becomes a number. */
  max?: number
  /** As of `Avatar`. */
  size?: AvatarProps['size']
}) => (
  <span className={stack} role="group" aria-label="People">
    {names.slice(0, max).map((name) => (
      <Avatar key={name} name={name} size={size} />
    ))}
    {names.length > max && (
      <span
        className={recipe({ size })}
        role="img"
        aria-label={names.slice(max).join(', ')}
        title={names.slice(max).join(', ')}
      >
        +{names.length - max}
      </span>
    )}
  </span>
)
