/** What the page of somebody asks the worker that runs the server. Each question comes with a port for the answer. */
export type Question =
  | { readonly kind: 'open' }
  | { readonly kind: 'enter'; readonly person: string }
  | { readonly kind: 'request'; readonly person: string; readonly request: Asked }
  | { readonly kind: 'socket'; readonly url: string }
  | { readonly kind: 'restart' }

/** A request in parts, since a port carries no Request. */
export interface Asked {
  /** Path and query. */
  readonly path: string
  readonly method: string
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer | null
}

export interface Answered {
  readonly status: number
  readonly headers: readonly (readonly [string, string])[]
  readonly body: ArrayBuffer
}

/** How far the worker is with `open`, `enter` or `restart`. */
export type Progress = { readonly state: 'seeding' | 'ready' } | { readonly state: 'failed'; readonly why: string }

/** What the worker tells a page's socket: a frame's text, or that it was closed. */
export type Frame = string | { readonly code: number; readonly reason: string }

/** What a relayed request comes with, to tell it from other messages of the service worker. */
export interface Relayed {
  readonly relayed: Asked
}
