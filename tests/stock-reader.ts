import { getDocument, VerbosityLevel } from 'pdfjs-dist/legacy/build/pdf.mjs'

export interface ReadPage {
  readonly text: string
  /** The kinds of the annotations on it, as the reader names them: `Highlight`. */
  readonly annotations: readonly string[]
}

/** What a stock reader (pdf.js) finds on each page of a PDF. @throws at anything that is not as the format wants it */
export async function pagesOf(bytes: Uint8Array): Promise<ReadPage[]> {
  // The reader takes the bytes away from whoever hands them over.
  const task = getDocument({ data: new Uint8Array(bytes), stopAtErrors: true, verbosity: VerbosityLevel.ERRORS })
  const file = await task.promise
  const pages: ReadPage[] = []
  for (let number = 1; number <= file.numPages; number++) {
    const page = await file.getPage(number)
    const { items } = await page.getTextContent()
    const annotations: { subtype: string }[] = await page.getAnnotations()
    pages.push({
      text: items.map((item) => ('str' in item ? item.str : '')).join(' '),
      annotations: annotations.map(({ subtype }) => subtype),
    })
  }
  await task.destroy()
  return pages
}
