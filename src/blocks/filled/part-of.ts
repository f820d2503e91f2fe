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
  let loaded: ComponentType<P> | undefined
  let loading: Promise<ComponentType<P>> | undefined
  let failed = false
  const fetch = () =>
    (loading ??= load().then(
      (module) => (loaded = module.default),
      (error: unknown) => {
        failed = true
        throw error
      },
    ))
  /** A connection that was lost may be back: whoever foresees it again tries anew, while what renders keeps its failure. */
  const again = () => {
    if (failed) loading = undefined
    failed = false
    return fetch()
  }
  // React's own `lazy` waits even for what is there already, and shows a fallback for a third of a second meanwhile.
  const Component = (props: P) => createElement(loaded ?? use(fetch()), props)
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
export const partOf = <P extends object>(load: Lazy<P>): ComponentType<P> => partFor(load).Component

/** Fetches a screen or a part before it is needed. */
export const foresee = <P extends object>(load: Lazy<P>): Promise<unknown> => partFor(load).load()
