import type { Pdfium } from '../../lib/pdf/pdfium.ts'
import type { Source } from './jpeg-page.ts'
import { withDocument } from './open-pdf.ts'

/** Page objects by kind: FPDF_PAGEOBJ_IMAGE. */
const IMAGE = 3
const WIDGET = 20
/** How much of a page is looked at beside its text. */
const [MOST_OBJECTS, MOST_ANNOTATIONS] = [200, 2000]
/** PDFium puts this in place of a hyphen at the end of a line. */
const BROKEN = /([\p{L}\p{N}]+)\uFFFE\s*([\p{L}\p{N}]+)/gu

/**
 * Says the text of a PDF page by page, at most so many characters: what its pages say, what is filled into its forms and
 * what is noted on them.
 * @returns what it is without, as a sentence
 * @throws with a sentence about the file
 */
export function textOfPdf(pdf: Pdfium, source: Source, most: number, say: (text: string) => void): string | undefined {
  return withForms(pdf, source, (document, form, pages) => {
    let [left, pictures, words] = [most, 0, false]
    for (let nth = 0; nth < pages; nth++) {
      if (left <= 0) return `Only its first ${nth} of ${pages} pages can be searched.`
      const { text, isPicture } = readPage(pdf, { document, form, nth })
      if (isPicture) pictures++
      words ||= /\S/.test(text)
      say(`${text.slice(0, left)}\n`)
      left -= text.length + 1
    }
    if (!words || pictures === 0) return undefined
    const some = pictures === 1 ? 'One' : pictures
    return `${some} of its ${pages} pages ${pictures === 1 ? 'is a scan' : 'are scans'}.`
  })
}

/** Runs `task` with an open PDF and its forms. */
function withForms<T>(pdf: Pdfium, source: Source, task: (document: number, form: number, pages: number) => T): T {
  const { engine } = pdf
  return withDocument(pdf, source, (document, pages) => {
    const info = engine.PDFiumExt_OpenFormFillInfo()
    const form = engine.PDFiumExt_InitFormFillEnvironment(document, info)
    try {
      return task(document, form, pages)
    } finally {
      engine.PDFiumExt_ExitFormFillEnvironment(form)
      engine.PDFiumExt_CloseFormFillInfo(info)
    }
  })
}

interface Place {
  readonly document: number
  readonly form: number
  readonly nth: number
}

function readPage(pdf: Pdfium, { document, form, nth }: Place): { text: string; isPicture: boolean } {
  const { engine } = pdf
  const page = engine.FPDF_LoadPage(document, nth)
  if (!page) return { text: '', isPicture: false }
  try {
    const text = textOn(pdf, page)
    const isPicture = !/\S/.test(text) && hasPicture(pdf, page)
    const noted = notedOn(pdf, page, form)
    return { text: [text, ...noted].join('\n'), isPicture }
  } finally {
    engine.FPDF_ClosePage(page)
  }
}

/** The text of a page. A word that a line's end broke is said as it stands and as it is written. */
function textOn({ engine, heap, withRoom }: Pdfium, page: number): string {
  const text = engine.FPDFText_LoadPage(page)
  if (!text) return ''
  try {
    const length = Math.max(0, engine.FPDFText_CountChars(text))
    // UTF-16, with a zero at its end.
    const said = withRoom((length + 1) * 2, (at) => {
      const written = length > 0 ? engine.FPDFText_GetText(text, 0, length, at) : 0
      return new TextDecoder('utf-16le').decode(heap().slice(at, at + Math.max(0, written - 1) * 2))
    })
    return said.replace(BROKEN, '$1$2 $1-$2')
  } finally {
    engine.FPDFText_ClosePage(text)
  }
}

function hasPicture({ engine }: Pdfium, page: number): boolean {
  const count = Math.min(MOST_OBJECTS, engine.FPDFPage_CountObjects(page))
  for (let nth = 0; nth < count; nth++)
    if (engine.FPDFPageObj_GetType(engine.FPDFPage_GetObject(page, nth)) === IMAGE) return true
  return false
}

/** What notes on a page say, and what is filled into its fields. */
function notedOn(pdf: Pdfium, page: number, form: number): string[] {
  const { engine } = pdf
  const noted: string[] = []
  const count = Math.min(MOST_ANNOTATIONS, engine.FPDFPage_GetAnnotCount(page))
  for (let nth = 0; nth < count; nth++) {
    const annotation = engine.FPDFPage_GetAnnot(page, nth)
    if (!annotation) continue
    const isField = engine.FPDFAnnot_GetSubtype(annotation) === WIDGET
    const said = written(pdf, (at, bytes) =>
      isField
        ? engine.FPDFAnnot_GetFormFieldValue(form, annotation, at, bytes)
        : engine.FPDFAnnot_GetStringValue(annotation, 'Contents', at, bytes),
    )
    if (said) noted.push(said)
    engine.FPDFPage_CloseAnnot(annotation)
  }
  return noted
}

/** What a function of PDFium writes as UTF-16, with a zero at its end; without room it says how many bytes that takes. */
function written({ heap, withRoom }: Pdfium, write: (at: number, bytes: number) => number): string {
  const bytes = write(0, 0)
  if (bytes <= 2) return ''
  return withRoom(bytes, (at) => {
    write(at, bytes)
    return new TextDecoder('utf-16le').decode(heap().slice(at, at + bytes - 2))
  })
}
