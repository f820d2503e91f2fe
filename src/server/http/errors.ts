import type { Context } from 'hono'
import { HTTPException } from 'hono/http-exception'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import type { FieldErrors } from '../../core/entity/parse.ts'
import { invalid as invalidated, type Denial } from '../../core/entity/rules.ts'
import { troubleOf, type Trouble } from '../db/trouble.ts'

/** Default messages by status. */
export const sentences: Record<number, string> = {
  400: 'The request could not be understood.',
  401: 'Unauthenticated.',
  403: 'You do not have permission to do that.',
  404: 'The record you are looking for could not be found.',
  405: 'That is not possible here.',
  409: 'This record was changed by someone else. Review the latest version and save again.',
  413: 'That is more than can be taken at once.',
  415: 'This address does not take files.',
  419: 'CSRF token mismatch.',
  423: 'Confirm that it is you.',
  429: 'Too many attempts. Please wait a moment and try again.',
  500: 'Something went wrong on our side. Please try again.',
  503: 'The server cannot reach its database right now. Please try again in a moment.',
  507: 'The server’s disk is full, so this was not saved. Please tell your administrator.',
}

const statusOf: Record<Trouble, 503 | 507> = { away: 503, unstored: 503, full: 507 }
const UNSTORED = 'The server cannot reach its file store right now. Please try again in a moment.'
/** Seconds after which a client may retry a 503. */
const RETRY_AFTER = '2'

/**
 * Ends a request with a status and Laravel's body for it: `{message}`, with `errors` or `warnings` for 422 and `data`
 * for 409, beside who changed it.
 */
export class Refusal extends Error {
  readonly status: number
  readonly errors: FieldErrors | undefined
  readonly data: unknown
  readonly by: string | undefined
  /** Warnings that the user may confirm by repeating the request. */
  readonly warnings:
    | readonly { code: string; message: string; answers?: readonly string[]; needless?: boolean }[]
    | undefined
  readonly headers: Record<string, string>
  constructor(
    status: number,
    message?: string,
    errors?: FieldErrors,
    rest: {
      data?: unknown
      by?: string | undefined
      warnings?: Refusal['warnings']
      headers?: Record<string, string>
    } = {},
  ) {
    super(message ?? sentences[status] ?? 'The request could not be answered.')
    this.status = status
    this.errors = errors
    this.data = rest.data
    this.by = rest.by
    this.warnings = rest.warnings
    this.headers = rest.headers ?? {}
  }
}

/** 422 with errors by field. */
export const invalid = (errors: FieldErrors): Refusal => refusalOf(invalidated(errors))

/** The exception that answers a request with what a rule of both sides denies. */
export const refusalOf = ({ status, message, errors }: Denial): Refusal => new Refusal(status, message, errors)

/** Converts an exception into a response; an unexpected one is logged and none of its details are disclosed. */
export function answerError(error: unknown, c: Context, log: (error: unknown) => void): Response {
  if (error instanceof Refusal) {
    const { status, message, errors, data, by, warnings, headers } = error
    return c.json(
      {
        message,
        ...(errors && { errors }),
        ...(data !== undefined && { data }),
        ...(by && { by }),
        ...(warnings && { warnings }),
      },
      status as ContentfulStatusCode,
      headers,
    )
  }
  if (error instanceof HTTPException)
    return c.json({ message: sentences[error.status] ?? error.message }, error.status as ContentfulStatusCode)
  log(error)
  const trouble = troubleOf(error)
  const status = trouble ? statusOf[trouble] : 500
  const message = trouble === 'unstored' ? UNSTORED : sentences[status]
  return c.json({ message }, status, status === 503 ? { 'Retry-After': RETRY_AFTER } : {})
}
