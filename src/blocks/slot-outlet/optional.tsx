import { Component, Suspense, type ReactNode } from 'react'

/** What browsers say of a script that could not be fetched, each in its own words. */
export const isLoadError = (error: unknown): boolean =>
  error instanceof Error && /import|module script|preload|fetch/i.test(error.message)

interface Props {
  /** Stands while the part loads, and for good when it cannot be loaded. */
  fallback?: ReactNode
  children: ReactNode
}

/**
 * A part that comes when it is loaded. One that cannot be loaded, without a connection, is left out: what stands around it
 * goes on. Every other fault goes on up.
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
    return error === null ? <Suspense fallback={fallback}>{children}</Suspense> : fallback
  }
}
