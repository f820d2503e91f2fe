import type { Pdfium } from '../../lib/pdf/pdfium.ts'
import type { Source } from './jpeg-page.ts'

const reasons = (password: string): Record<number, string> => ({
  3: 'This PDF is broken.',
  4: password ? 'That password does not open this file.' : 'This PDF needs a password.',
})

/**
 * Runs `task` with an open PDF. The file is read piece by piece as it is needed, so that a large one is never in memory as
 * a whole.
 * @throws with a sentence about the file
 */
export function withDocument<T>(
  { engine, heap, withRoom }: Pdfium,
  source: Source,
  task: (document: number, pages: number) => T,
  password = '',
): T {
  const { addFunction, removeFunction, setValue } = engine.pdfium
  const read = addFunction((_: number, position: number, into: number, length: number) => {
    source.read(position, heap().subarray(into, into + length))
    return 1
  }, 'iiiii')
  // FPDF_FILEACCESS: the length, the function, and a parameter that is not needed.
  return withRoom(12, (access) => {
    setValue(access, source.size, 'i32')
    setValue(access + 4, read, 'i32')
    setValue(access + 8, 0, 'i32')
    const document = engine.FPDF_LoadCustomDocument(access, password)
    try {
      if (!document) throw new Error(reasons(password)[engine.FPDF_GetLastError()] ?? 'This PDF cannot be opened.')
      return task(document, engine.FPDF_GetPageCount(document))
    } finally {
      if (document) engine.FPDF_CloseDocument(document)
      removeFunction(read)
    }
  })
}
