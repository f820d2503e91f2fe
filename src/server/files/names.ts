import { cleanName } from '../../lib/file-names.ts'

/** The last part of a path with Unix or Windows separators, as a name that can be kept. */
export const nameOf = (sent: string | undefined): string => cleanName((sent ?? '').replace(/^.*[\\/]/s, ''))
