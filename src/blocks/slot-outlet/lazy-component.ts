import { createElement, use, type ComponentType } from 'react'
import type { Lazy } from '#core/module/define-module.ts'

interface Part<P> {
  readonly Component: ComponentType<P>
  /** Loads the component, so that it renders without a delay later. */
  readonly load: () => Promise<unknown>
}

// The map is untyped because it holds components of all props. Each entry was created from its own key.
const parts = new WeakMap<object, unknown>()

function make<P extends object>(load: Lazy<P>): Part<P> {
  let loading: Promise<ComponentType<P>> | undefined
  let failed = false
  function fetch(): Promise<ComponentType<P>> {
    if (loading) return loading
    const now = load().then((module) => module.default)
    // React's `use` reads these properties, so that a fulfilled promise does not suspend.
    Object.assign(now, { status: 'pending' })
    now.then(
      (value) => Object.assign(now, { status: 'fulfilled', value }),
      (reason: unknown) => {
        failed = true
        Object.assign(now, { status: 'rejected', reason })
      },
    )
    return (loading = now)
  }
  /** A prefetch retries after a failure, since the connection may be back, while rendering keeps the failure. */
  function again() {
    if (failed) loading = undefined
    failed = false
    return fetch()
  }
  // React's own `lazy` suspends even for a loaded component, and then shows the fallback for 300 ms.
  const Component = (props: P) => createElement(use(fetch()), props)
  return { Component, load: again }
}

function partFor<P extends object>(load: Lazy<P>): Part<P> {
  const known = parts.get(load) as Part<P> | undefined
  if (known) return known
  const made = make(load)
  parts.set(load, made)
  return made
}

/** The component of a loader, cached so that it is loaded only once. */
export const lazyComponent = <P extends object>(load: Lazy<P>): ComponentType<P> => partFor(load).Component

/** Loads a component before it is needed. */
export const prefetch = <P extends object>(load: Lazy<P>): Promise<unknown> => partFor(load).load()
