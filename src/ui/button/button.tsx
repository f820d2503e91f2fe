import type { ComponentProps, ReactNode } from 'react'
import { cx } from '#css/css'
import { Icon, type IconProps } from '#ui/icon/icon.tsx'
import { Spinner } from '#ui/spinner/spinner.tsx'
import { type ButtonLook, button } from './button.recipe.ts'

export interface ButtonProps extends ComponentProps<'button'>, ButtonLook {
  /** Shows a spinner; presses do nothing until it is over. */
  loading?: boolean
  /** The icon before the text. */
  icon?: IconProps['name']
  /** Shows that it cannot be pressed now; say beside it why. */
  disabled?: boolean
  /** Its text. */
  children?: ReactNode
}

/** A button. While loading it keeps its focus and ignores presses. */
export const Button = ({ variant, size, loading, icon, children, className, ...props }: ButtonProps) => (
  <button type="button" {...props} {...busy(loading)} className={cx(button({ variant, size }), className)}>
    {front(icon, size, loading)}
    {children}
  </button>
)

export interface IconButtonProps extends ButtonProps {
  icon: IconProps['name']
  /** What it does, for screen readers. */
  'aria-label': string
}

/** A button with only an icon; its `aria-label` is required for screen readers. */
export const IconButton = ({ variant = 'ghost', size, loading, icon, className, ...props }: IconButtonProps) => (
  <button
    type="button"
    {...props}
    {...busy(loading)}
    className={cx(button({ variant, size, square: true }), className)}
  >
    {front(icon, size === 'lg' ? size : 'md', loading)}
    {props.children}
  </button>
)

export interface LinkButtonProps extends ComponentProps<'a'>, ButtonLook {
  /** The icon before the text. */
  icon?: IconProps['name']
  /** Its text; one that is an icon alone has an `aria-label`. */
  children?: ReactNode
}

/** A link that looks like a button, for navigation. */
export const LinkButton = ({ variant, size, icon, children, className, ...props }: LinkButtonProps) => (
  <a {...props} className={cx(button({ variant, size, square: children === undefined }), className)}>
    {front(icon, size)}
    {children}
  </a>
)

const busy = (loading?: boolean): ComponentProps<'button'> =>
  loading ? { 'aria-busy': true, 'aria-disabled': true, type: 'button', onClick: undefined } : {}

const front = (icon?: IconProps['name'], size?: ButtonLook['size'], loading?: boolean) =>
  loading ? <Spinner /> : icon && <Icon name={icon} size={size === 'lg' ? 'md' : size === 'sm' ? 'sm' : 'md'} />
