import type { ReactNode } from 'react'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Icon, type IconProps } from '#ui/icon/icon.tsx'

export interface EmptyStateProps {
  /** The icon above. */
  icon?: IconProps['name']
  /** What there is not. */
  title: string
  /** What would be here, and how it gets here. */
  children?: ReactNode
  /** A button for the first step. */
  action?: ReactNode
}

const place = css({
  stack: '1',
  justifyItems: 'center',
  marginInline: 'auto',
  maxWidth: '28rem',
  padding: '12px 14px',
  paddingBlock: '12',
  textAlign: 'center',
  color: 'muted',
  '& > svg': { color: 'faint', marginBottom: '2' },
})
const heading = css({ textStyle: 'section', color: 'ink' })
const action = css({ marginTop: '3' })

interface StateProps extends EmptyStateProps {
  icon: IconProps['name']
  role?: 'status' | 'alert'
}

const State = ({ icon, title, children, action: does, role }: StateProps) => (
  <div className={place} role={role}>
    <Icon name={icon} size="lg" />
    <h2 className={heading}>{title}</h2>
    {children && <p>{children}</p>}
    {does && <div className={action}>{does}</div>}
  </div>
)

/** Shown when there is nothing yet, with an explanation and an optional action. */
export const EmptyState = ({ icon = 'inbox', ...props }: EmptyStateProps) => <State icon={icon} {...props} />

/** Shown when loading failed, with a retry button. */
export const ErrorState = ({
  title = 'This could not be loaded.',
  children = 'Try again in a moment. If it stays like this, call your office.',
  onRetry,
}: {
  /** What could not be loaded. */
  title?: string
  /** What to do about it. */
  children?: ReactNode
  /** Loads it again; without it there is no button. */
  onRetry?: () => void
}) => (
  <State
    icon="triangle-alert"
    role="alert"
    title={title}
    action={
      onRetry && (
        <Button variant="outline" icon="refresh-cw" onClick={onRetry}>
          Try again
        </Button>
      )
    }
  >
    {children}
  </State>
)

/** Shown without a connection when there is no cached data. */
export const OfflineState = ({
  onRetry,
}: {
  /** Loads it again; without it there is no button. */
  onRetry?: () => void
}) => (
  <State
    icon="cloud-off"
    role="status"
    title="No connection."
    action={
      onRetry && (
        <Button variant="outline" icon="refresh-cw" onClick={onRetry}>
          Try again
        </Button>
      )
    }
  >
    This page opens as soon as you are back online.
  </State>
)

/** Shown when the user lacks permission, with a sentence that says who can help. */
export const NoPermission = ({
  children = 'Ask an administrator if you need it for your work.',
}: {
  /** The sentence that says who can help. */
  children?: ReactNode
}) => (
  <State icon="lock" title="You do not have permission to see this.">
    {children}
  </State>
)
