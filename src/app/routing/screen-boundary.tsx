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
 * Catches errors of a screen while it renders or loads, so that the shell keeps working. If the screen could not be loaded,
 * it offers to reload the page.
 */
export class ScreenBoundary extends Component<Props, { error: unknown; path: string }> {
  override state: { error: unknown; path: string } = { error: null, path: this.props.path }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  /** Navigating to another page clears the error. */
  static getDerivedStateFromProps({ path }: Props, state: { error: unknown; path: string }) {
    return path === state.path ? null : { error: null, path }
  }

  override render() {
    const { error } = this.state
    if (error === null) return this.props.children
    if (!isLoadError(error))
      return <ErrorState title="Something went wrong on this page." onRetry={() => this.setState({ error: null })} />
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
