import { runsOf, type Pdfium, type TextRun } from '../../lib/pdf/pdfium.ts'
import type { ReadPage } from '../pdf-tools.ts'
import { contentOf } from './content-of.ts'
import { PDF_MAX, type Source } from './jpeg-page.ts'
import { withDocument } from './open-pdf.ts'

/** FPDF_REMOVE_SECURITY */
const WITHOUT_SECURITY = 3
/** Page objects by kind: FPDF_PAGEOBJ_TEXT, FPDF_PAGEOBJ_IMAGE. */
const [TEXT, IMAGE] = [1, 3]
const STAMP_ANNOTATION = 13
const PRINTED = 4
/** How much of a page's text is read, and the longest of it at one place. */
const MOST_RUNS = { runs: 4000, characters: 500 }
const MOST_TEXT = 20_000
const MOST_OBJECTS = 20_000
const GREY = { r: 179, g: 34, b: 28, a: 110 }

/** The document as bytes, without its password. */
function saved({ engine, heap, withRoom }: Pdfium, document: number): Uint8Array<ArrayBuffer> {
  const writer = engine.PDFiumExt_OpenFileWriter()
  try {
    engine.FPDF_SaveAsCopy(document, writer, WITHOUT_SECURITY)
    const size = engine.PDFiumExt_GetFileWriterSize(writer)
    return withRoom(size, (at) => {
      engine.PDFiumExt_GetFileWriterData(writer, at, size)
      return heap().slice(at, at + size)
    })
  } finally {
    engine.PDFiumExt_CloseFileWriter(writer)
  }
}

/** A page that is nothing but pictures is a scan. */
function isScan({ engine }: Pdfium, page: number): boolean {
  const count = engine.FPDFPage_CountObjects(page)
  let [pictures, others] = [0, 0]
  for (let nth = 0; nth < Math.min(count, 200); nth++) {
    const kind = engine.FPDFPageObj_GetType(engine.FPDFPage_GetObject(page, nth))
    if (kind === IMAGE) pictures++
    else if (kind !== TEXT) others++
  }
  return pictures > 0 && others <= pictures
}

/** Text that is drawn neither filled nor outlined: FPDF_TEXTRENDERMODE_INVISIBLE. */
const INVISIBLE = 3

/** Whether all of a page's text is invisible, as what scanners lay over the picture that they read. */
function isHidden({ engine }: Pdfium, page: number): boolean {
  const count = Math.min(engine.FPDFPage_CountObjects(page), MOST_OBJECTS)
  let hidden = false
  for (let nth = 0; nth < count; nth++) {
    const object = engine.FPDFPage_GetObject(page, nth)
    if (engine.FPDFPageObj_GetType(object) !== TEXT) continue
    if (engine.FPDFTextObj_GetTextRenderMode(object) !== INVISIBLE) return false
    hidden = true
  }
  return hidden
}

/** Puts words across the page as an annotation, which readers show and print and nothing in the page is changed by. */
function stamp(pdf: Pdfium, document: number, page: number, words: string) {
  const { engine, withRoom } = pdf
  const { setValue, stringToUTF16 } = engine.pdfium
  const [width, height] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)]
  const turned = engine.FPDFPage_GetRotation(page) % 2 === 1
  const [w, h] = turned ? [height, width] : [width, height]
  const size = Math.min(w / (words.length * 0.62), h / 4)
  const annotation = engine.FPDFPage_CreateAnnot(page, STAMP_ANNOTATION)
  const font = engine.FPDFText_LoadStandardFont(document, 'Helvetica-Bold')
  const object = engine.FPDFPageObj_CreateTextObj(document, font, size)
  withRoom((words.length + 1) * 2, (written) => {
    stringToUTF16(words, written, (words.length + 1) * 2)
    engine.FPDFText_SetText(object, written)
  })
  engine.FPDFPageObj_SetFillColor(object, GREY.r, GREY.g, GREY.b, GREY.a)
  const angle = (engine.FPDFPage_GetRotation(page) * Math.PI) / 2 + Math.atan2(h, w) * 0.5
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  const [left, bottom] = cornerOf(pdf, page)
  const half = (words.length * size * 0.6) / 2
  const [x, y] = [left + w / 2 - half * cos, bottom + h / 2 - half * sin]
  engine.FPDFPageObj_Transform(object, cos, sin, -sin, cos, x, y)
  withRoom(16, (rect) => {
    // FS_RECTF: left, top, right, bottom.
    for (const [nth, value] of [left, bottom + h, left + w, bottom].entries()) setValue(rect + nth * 4, value, 'float')
    engine.FPDFAnnot_SetRect(annotation, rect)
  })
  engine.FPDFAnnot_SetFlags(annotation, PRINTED)
  engine.FPDFAnnot_AppendObject(annotation, object)
  engine.FPDFPage_CloseAnnot(annotation)
  engine.FPDFFont_Close(font)
}

/** The lower left corner of what is shown of a page. */
const cornerOf = ({ engine, withRoom }: Pdfium, page: number) =>
  withRoom(16, (at) => {
    const found =
      engine.FPDFPage_GetCropBox(page, at, at + 4, at + 8, at + 12) ||
      engine.FPDFPage_GetMediaBox(page, at, at + 4, at + 8, at + 12)
    const value = (nth: number): number => (found ? engine.pdfium.getValue(at + nth * 4, 'float') : 0)
    return [value(0), value(1)] as const
  })

/** Hands over the page as a PDF of its own. @throws with a sentence about the page */
function readPage(
  pdf: Pdfium,
  source: Source,
  { number, words, make }: { number: number; words: string | undefined; make: (bytes: Uint8Array) => void },
): ReadPage {
  const { engine } = pdf
  return withDocument(pdf, source, (document) => {
    const copy = engine.FPDF_CreateNewDocument()
    try {
      if (!engine.FPDF_ImportPages(copy, document, String(number), 0)) throw new Error('This page cannot be read.')
      const page = engine.FPDF_LoadPage(copy, 0)
      if (!page) throw new Error('This page cannot be read.')
      try {
        const [width, height] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)]
        if (!(width > 0 && height > 0)) throw new Error('This page has no size.')
        if (Math.max(width, height) > PDF_MAX) throw new Error('This page is more than 200 inches long.')
        const runs = runsOf(pdf, page, MOST_RUNS).map((run) => ({ ...run, text: storable(run.text) }))
        const kind = isScan(pdf, page) ? 'raster' : 'vector'
        const text = wordsOf(runs)
        const isRecognized = isHidden(pdf, page)
        const content = contentOf(pdf, page, text)
        if (words !== undefined) stamp(pdf, copy, page, words)
        const bytes = saved(pdf, copy)
        make(bytes)
        const unit = userUnitIn(bytes)
        return {
          runs: runs.filter((run) => run.text !== ''),
          text,
          isRecognized,
          content,
          kind,
          width: width * unit,
          height: height * unit,
        }
      } finally {
        engine.FPDF_ClosePage(page)
      }
    } finally {
      engine.FPDF_CloseDocument(copy)
    }
  })
}

/** Reads drawing sets: counts their pages, and makes a PDF of its own of each page. */
export const createSheetReader = (pdf: Pdfium) => ({
  readPage: (source: Source, number: number, words: string | undefined, make: (bytes: Uint8Array) => void) =>
    readPage(pdf, source, { number, words, make }),
  /** @throws with a sentence about the file */
  countPages: (source: Source): number => withDocument(pdf, source, (_, pages) => pages),
  /** @throws with a sentence about the file */
  unlock: (source: Source, password: string): Uint8Array<ArrayBuffer> =>
    withDocument(pdf, source, (document) => saved(pdf, document), password),
})

const storable = (text: string) => text.toWellFormed().replace(/\s+/g, ' ').trim()

const wordsOf = (runs: readonly TextRun[]) =>
  runs
    .map(({ text }) => text)
    .join('\n')
    .slice(0, MOST_TEXT)
    .toWellFormed()

/** How many points a unit of the page is, which PDFium does not say (`/UserUnit`). */
function userUnitIn(bytes: Uint8Array<ArrayBuffer>): number {
  const found = Buffer.from(bytes.buffer).indexOf('/UserUnit')
  if (found < 0) return 1
  const unit = Number.parseFloat(new TextDecoder('latin1').decode(bytes.subarray(found + 9, found + 29)))
  return unit > 0 && unit <= 75_000 ? unit : 1
}
