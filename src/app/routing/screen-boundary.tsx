import { Component, type ReactNode } from 'react'
import { css } from '#css/css'
import { isLoadError } from '#blocks/slot-outlet/optional.tsx'
import { Button } from '#ui/button/button.tsx'
import { ErrorState } from '#ui/states/states.tsx'

interface Props {
  path: string
  children: ReactNode
}

/**
 * Holds what a screen throws while it renders or loads, so that the shell around it keeps working. Vite raises
 * `vite:preloadError` for a screen that could not be loaded; here the reader is offered to load the page again.
 */
export class ScreenBoundary extends Component<Props, { error: unknown; path: string }> {
  override state: { error: unknown; path: string } = { error: null, path: this.props.path }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  /** Another page is another chance. */
  static getDerivedStateFromProps({ path }: Props, state: { error: unknown; path: string }) {
    return path === state.path ? null : { error: null, path }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!isLoadError(error))
      return <ErrorState title="This page has a fault." onRetry={() => this.setState({ error: null })} />
    return (
      <div className={css({ paddingBlock: '12' })}>
        <ErrorState title="This page could not be loaded.">There may be a newer version, or no connection.</ErrorState>
        <p className={css({ textAlign: 'center' })}>
          <Button icon="refresh-cw" onClick={() => location.reload()}>
            Reload
          </Button>
        </p>
      </div>
    )
  }
}
