import { cva } from '#css/css'
import type { LucideIcon } from 'lucide-react'
import { firstIcons } from './first-icons.ts'
import type { icons } from './icons.ts'

/** The name of an icon of the kit. */
export type IconName = keyof typeof icons

let drawings: Readonly<Record<string, LucideIcon>> = firstIcons

/** Adds icons to those of the first screen. Called before anything shows them, since what is shown does not change. */
export const provideIcons = (all: Readonly<Record<string, LucideIcon>>): void => void (drawings = all)

const recipe = cva({
  base: { flex: 'none' },
  variants: {
    size: {
      sm: { boxSize: '4' },
      md: { boxSize: '5' },
      lg: { boxSize: '7' },
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
  const Drawing = (Object.hasOwn(drawings, name) && drawings[name]) || firstIcons.circle
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
