import type { FieldErrors } from '#core/entity/parse.ts'
import { nameProblem } from '#lib/file-names.ts'
import { named } from '#server/define-server.ts'

interface Named {
  readonly name?: string | undefined
}

/** What is wrong with a name that someone gave a folder or a file; the one it has stays as it is. */
export function nameErrors({ name }: Named, before: Named | null): FieldErrors {
  const problem = name === undefined || name === before?.name ? null : nameProblem(name)
  return problem ? { name: [problem] } : {}
}

/** A file's new name with an ending of its type, unless `nameErrors` refuses it anyway. */
export const renamed = (draft: Named, before: { readonly name: string; readonly mime: string } | null): Named =>
  draft.name === undefined || !before || draft.name === before.name || nameErrors(draft, before).name
    ? {}
    : { name: named(draft.name, before.mime, before.name) }
