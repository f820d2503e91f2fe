import type { ReactNode } from 'react'
import { css } from '#css/css'
import { Icon, type IconProps } from '#ui/icon/icon.tsx'

const banner = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  paddingInline: '3.5',
  paddingBlock: '2',
  background: 'mark',
  color: 'mark.ink',
  fontSize: 'control',
  fontWeight: 'strong',
})

/** The one yellow bar: there is no connection, and what that means for the work at hand. */
export const Banner = ({ icon = 'cloud-off', children }: { icon?: IconProps['name']; children: ReactNode }) => (
  <div role="status" className={banner}>
    <Icon name={icon} size="sm" />
    <span>{children}</span>
  </div>
)
