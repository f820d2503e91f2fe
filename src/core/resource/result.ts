import { FetchError, type $Fetch, type FetchOptions } from 'ofetch'
import type { FieldErrors } from '../entity/parse.ts'
import { isObject } from '#lib/is-object.ts'
import { HAND_OVER } from '#lib/one-time-links.ts'
import type { Left } from '../entity/undo.ts'
import type { Made } from '../writes/undoable.ts'
import type { Warning } from './warnings.ts'

export type { FieldErrors }

/**
 * A failed request: `status` 0 means no response; `current` is the server's record after a 409, and the existing one
 * after a 422 of a record that exists already.
 */
export interface Failure<T = unknown> {
  ok: false
  status: number
  /** The server's message, or empty. */
  message: string
  errors: FieldErrors
  current?: T
  /** Who changed it, where the server says so. */
  by?: string
  /** What has to be confirmed before the same is saved. */
  warnings?: readonly Warning[]
  /** The sender has read the warnings and went back. */
  declined?: true
}

/** A successful request. `waiting` is set when a change is kept on this device to be sent later. */
export interface Success<T> {
  ok: true
  data: T
  waiting?: true
  /** Which of the changes below a new record could not be kept with it, by their places: its sender sends them. */
  left?: readonly number[]
  /** The changes that it made, for Undo. */
  made?: readonly Made[]
  /** What an undo left as it is. */
  notUndone?: readonly Left[]
  /** A one-time link that nobody was mailed, for the user to hand over. It comes only this once. */
  link?: string
}

/** Failures are returned, not thrown: screens branch on `ok`. */
export type Result<T> = Success<T> | Failure<T>

export type CallOptions = Omit<FetchOptions<'json'>, 'responseType'>

/**
 * Sends one request. `read` parses the response's body and returns undefined if it is not what was requested, which
 * counts as a failure: a save only succeeds when data came back, and a proxy's error page is not data.
 */
export async function call<T>(
  http: $Fetch,
  path: string,
  options: CallOptions,
  read: (body: unknown, headers?: Headers) => T | undefined,
): Promise<Result<T>> {
  const answer = await http.raw<unknown>(path, options).catch((error: unknown) => {
    if (error instanceof FetchError) return error
    // ofetch lets through what befalls a body that is on its way.
    if (isBrokenOff(error)) return null
    throw error
  })
  if (answer === null) return failure(0)
  if (answer instanceof FetchError) return failureIn(answer.status ?? 0, answer.data, read)
  // The parsed body, as named by ofetch.
  // oxlint-disable-next-line no-underscore-dangle
  const { status, headers, _data } = answer
  const data = read(_data, headers)
  const link = headers.get(HAND_OVER)
  return data === undefined ? failure(status) : { ok: true, data, ...(link !== null && { link }) }
}

/** Whether the connection broke while the answer was read (a TypeError in every browser), or nobody waits for it any more. */
const isBrokenOff = (error: unknown): boolean =>
  error instanceof TypeError || (error instanceof DOMException && error.name === 'AbortError')

const failure = (status: number): Failure<never> => ({ ok: false, status, message: '', errors: {} })

/** Converts an unsuccessful response to a failure; status 0 means no response. */
export function failureIn<T>(status: number, body: unknown, read: (body: unknown) => T | undefined): Failure<T> {
  const failed = failure(status)
  if (!isObject(body)) return failed
  const current = status === 409 || (status === 422 && isObject(body.data)) ? read(body.data) : undefined
  const warnings = status === 422 ? warningsIn(body.warnings) : []
  return {
    ...failed,
    message: typeof body.message === 'string' ? body.message : '',
    errors: fieldErrorsIn(body.errors),
    ...(current !== undefined && { current }),
    ...(typeof body.by === 'string' && { by: body.by }),
    ...(warnings.length && { warnings }),
  }
}

/** Laravel's `{field: [message, …]}`; entries of any other shape are dropped. */
function fieldErrorsIn(errors: unknown): FieldErrors {
  if (!isObject(errors)) return {}
  return Object.fromEntries(
    Object.entries(errors).flatMap(([field, messages]) => {
      const texts = [messages].flat().filter((message) => typeof message === 'string')
      return texts.length ? [[field, texts]] : []
    }),
  )
}

const isWarning = (value: unknown): value is Warning =>
  isObject(value) && typeof value.code === 'string' && typeof value.message === 'string'
const warningsIn = (warnings: unknown): Warning[] => (Array.isArray(warnings) ? warnings.filter(isWarning) : [])
