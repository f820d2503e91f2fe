import { cva } from '#css/css'
import { icons } from './icons.ts'

/** A name the kit has a drawing for. */
export type IconName = keyof typeof icons

const isIconName = (name: string): name is IconName => Object.hasOwn(icons, name)

/** All names the kit has a drawing for, sorted. */
export const iconNames = Object.keys(icons).filter(isIconName).sort()

const recipe = cva({
  base: { flex: 'none' },
  variants: {
    size: {
      sm: { width: '4', height: '4' },
      md: { width: '5', height: '5' },
      lg: { width: '7', height: '7' },
    },
  },
  defaultVariants: { size: 'md' },
})

/** What an icon takes; any string is a name, because names come from registrations as text. */
export interface IconProps {
  name: IconName | (string & {})
  size?: 'sm' | 'md' | 'lg'
  /** Words for the icon where it stands alone; without them it is decoration. */
  label?: string
}

/** One icon by its Lucide name; a name nobody drew shows as a plain circle. */
export const Icon = ({ name, size, label }: IconProps) => {
  const Drawing = isIconName(name) ? icons[name] : icons.circle
  return (
    <Drawing
      className={recipe({ size })}
      strokeWidth={1.75}
      role={label ? 'img' : undefined}
      aria-label={label}
      aria-hidden={label ? undefined : true}
    />
  )
}
