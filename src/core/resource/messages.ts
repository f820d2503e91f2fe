import type { Failure, FieldErrors } from './result.ts'

/** Errors whose name in the API differs from the input they belong to. */
export const errorAliases: Readonly<Record<string, string>> = { phone_email: 'phone_number' }

/** Renames errors to their inputs: `phone_email` becomes `phone_number`. */
export function errorsByInput(errors: FieldErrors, aliases = errorAliases): FieldErrors {
  const named: FieldErrors = {}
  for (const [field, messages] of Object.entries(errors)) {
    const name = aliases[field] ?? field
    named[name] = [...(named[name] ?? []), ...messages]
  }
  return named
}

/** Statuses whose messages are written for users: the server's, and the app's own of what found no server (0). */
const spoken = [0, 403, 409, 422, 423, 429, 503, 507]
const sentences: Readonly<Record<number, string>> = {
  0: 'No connection. Nothing was lost: please try again when you are back online.',
  401: 'You are signed out. Please sign in and try again.',
  404: 'This no longer exists, or you may no longer see it.',
  413: 'This is too large to be saved.',
}
const general = 'Something went wrong. Nothing was lost: please try again.'

/**
 * What to alert after a failed save or delete (rule save-errors): the first message of each error that has no input on
 * screen, the server's own words where it has some for people, or else a general sentence. Null when every error shows
 * beside an input, of which `shown` are the names (`distributions` also shows `distributions.0.user_id`), and when the
 * sender has declined the server's warnings.
 */
export function messageOf(
  failed: Pick<Failure, 'status' | 'message' | 'errors' | 'declined'>,
  shown: Iterable<string> = [],
  aliases = errorAliases,
): string | null {
  if (failed.declined) return null
  const inputs = new Set(shown)
  const errors = Object.entries(errorsByInput(failed.errors, aliases))
  const hidden = errors.filter(([field]) => !isShown(field, inputs))
  if (hidden.length) return [...new Set(hidden.flatMap(([, messages]) => messages.slice(0, 1)))].join('\n')
  if (errors.length) return null
  if (failed.message && spoken.includes(failed.status)) return failed.message
  return sentences[failed.status] ?? general
}

const isShown = (field: string, inputs: ReadonlySet<string>): boolean =>
  inputs.has(field) || (field.includes('.') && isShown(field.slice(0, field.lastIndexOf('.')), inputs))
