import type { FieldErrors } from '../../core/entity/parse.ts'
import { cleanName, nameProblem } from '../../lib/file-names.ts'
import { withEndingOf } from './sniff.ts'

/** The last part of a path with Unix or Windows separators, as a name that can be kept. */
export const nameOf = (sent: string | undefined): string => cleanName((sent ?? '').replace(/^.*[\\/]/s, ''))

interface Named {
  readonly name?: string | undefined
}

/** What is wrong with a name that someone gave a folder or a file; the one it has stays as it is. */
export function nameErrors({ name }: Named, before: Named | null): FieldErrors {
  const problem = name === undefined || name === before?.name ? null : nameProblem(name)
  return problem ? { name: [problem] } : {}
}

/** A file's new name with an ending of its type, unless `nameErrors` refuses it anyway. */
export function renamed({ name }: Named, before: { readonly name: string; readonly mime: string } | null): Named {
  if (name === undefined || !before || name === before.name || nameProblem(name)) return {}
  return { name: withEndingOf(name, before.mime, before.name) }
}
