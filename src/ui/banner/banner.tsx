import type { ReactNode } from 'react'
import { css } from '#css/css'
import { Icon, type IconProps } from '#ui/icon/icon.tsx'

const banner = css({
  row: '2',
  paddingInline: '3.5',
  paddingBlock: '2',
  background: 'mark',
  color: 'mark.ink',
  fontSize: 'control',
  fontWeight: 'strong',
})

/** A yellow bar for important notices, such as a lost connection. */
export const Banner = ({
  icon = 'cloud-off',
  children,
}: {
  /** The icon before the text. */
  icon?: IconProps['name']
  /** What is the matter, and what it means for one’s work. */
  children: ReactNode
}) => (
  <div role="status" className={banner}>
    <Icon name={icon} size="sm" />
    <span>{children}</span>
  </div>
)
