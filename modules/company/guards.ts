import { tooLarge } from '#lib/file-size.ts'

/** What PDFs and all mail programs can show. */
export const LOGO_TYPES: readonly string[] = ['image/png', 'image/jpeg']
/** In bytes: it is in every mail and on the first page that anyone sees. */
export const MOST_LOGO_BYTES = 1024 * 1024

/** What is wrong with a file as the company's logo; null if it can be used (rule company-logo). */
export function logoProblem({ mime, size }: { readonly mime: string; readonly size: number }): string | null {
  if (!LOGO_TYPES.includes(mime)) return 'The logo must be a PNG or JPEG picture.'
  return size > MOST_LOGO_BYTES ? tooLarge(MOST_LOGO_BYTES) : null
}
