import { createElement, use, type ComponentType } from 'react'
import type { Lazy } from '#core/module/define-module.ts'

interface Part<P> {
  readonly Component: ComponentType<P>
  /** Fetches it, so that it renders at once when it is asked for. */
  readonly load: () => Promise<unknown>
}

// One map for components of all props: what is found under a loader was made from that very loader.
const parts = new WeakMap<object, unknown>()

function make<P extends object>(load: Lazy<P>): Part<P> {
  let loading: Promise<ComponentType<P>> | undefined
  let failed = false
  function fetch(): Promise<ComponentType<P>> {
    if (loading) return loading
    const now = load().then((module) => module.default)
    // React's `use` reads from a promise what became of it: one that is fulfilled already holds nothing up.
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
  /** A connection that was lost may be back: whoever foresees it again tries anew, while what renders keeps its failure. */
  function again() {
    if (failed) loading = undefined
    failed = false
    return fetch()
  }
  // React's own `lazy` waits even for what is there already, and shows a fallback for a third of a second meanwhile.
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

/** One component for each loader, so that coming back to a screen or a part does not load it again. */
export const lazyComponent = <P extends object>(load: Lazy<P>): ComponentType<P> => partFor(load).Component

/** Fetches a screen or a part before it is needed. */
export const prefetch = <P extends object>(load: Lazy<P>): Promise<unknown> => partFor(load).load()
