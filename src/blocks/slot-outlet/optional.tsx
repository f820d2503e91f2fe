import { Component, Suspense, type ReactNode } from 'react'

/** Whether an error means that a script could not be fetched. Each browser has its own message. */
export const isLoadError = (error: unknown): boolean =>
  error instanceof Error && /import|module script|preload|fetch/i.test(error.message)

interface Props {
  /** Shown while loading, and permanently if loading fails. */
  fallback?: ReactNode
  children: ReactNode
}

/**
 * Renders a lazy component that the page can do without. If it cannot be loaded, for example offline, the fallback is
 * shown instead. Other errors are rethrown.
 */
export class Optional extends Component<Props, { error: unknown }> {
  override state: { error: unknown } = { error: null }

  static getDerivedStateFromError(error: unknown) {
    return { error }
  }

  override render() {
    const { fallback = null, children } = this.props
    const { error } = this.state
    if (error !== null && !isLoadError(error)) throw error
    if (error !== null) return fallback
    // Says that something is still to come, to what waits for the whole page.
    const pending = (
      <>
        {fallback}
        <template data-pending />
      </>
    )
    return <Suspense fallback={pending}>{children}</Suspense>
  }
}
