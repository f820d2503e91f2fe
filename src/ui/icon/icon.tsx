import { cva } from '#css/css'
import { icons } from './icons.ts'

/** The name of an icon of the kit. */
export type IconName = keyof typeof icons

const isIconName = (name: string): name is IconName => Object.hasOwn(icons, name)

/** All icon names, sorted. */
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

/** `name` may be any string, because modules register icons by text. */
export interface IconProps {
  /** The Lucide name of an icon of the kit. */
  name: IconName | (string & {})
  /** 16, 20 or 28 px wide. */
  size?: 'sm' | 'md' | 'lg'
  /** A label for an icon that stands alone; without it, the icon is hidden from screen readers. */
  label?: string
}

/** An icon by its Lucide name; unknown names are shown as a circle. */
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
