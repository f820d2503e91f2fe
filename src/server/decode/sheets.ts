import type { WrappedPdfiumModule } from '@embedpdf/pdfium'
import type { PageRun, ReadPage } from '../pdf-tools.ts'
import { PDF_MAX, type Source } from './jpeg-page.ts'

/** FPDF_REMOVE_SECURITY */
const WITHOUT_SECURITY = 3
/** Page objects by kind: FPDF_PAGEOBJ_TEXT, FPDF_PAGEOBJ_IMAGE. */
const [TEXT, IMAGE] = [1, 3]
const STAMP_ANNOTATION = 13
const PRINTED = 4
const MOST_RUNS = 4000
const MOST_TEXT = 20_000
/** The longest text at one place. */
const MOST_RUN = 500
const GREY = { r: 179, g: 34, b: 28, a: 110 }

/** The parts of PDFium that reading a set needs, beside opening documents. */
interface Engine {
  readonly engine: WrappedPdfiumModule
  readonly heap: () => Uint8Array<ArrayBuffer>
  readonly withDocument: <T>(source: Source, task: (document: number, pages: number) => T, password?: string) => T
}

/** Reads drawing sets: counts their pages, and makes a PDF of its own of each page. */
export function createSheetReader({ engine, heap, withDocument }: Engine) {
  const { setValue, getValue, stringToUTF16, wasmExports } = engine.pdfium
  const { malloc, free } = wasmExports

  /** The document as bytes, without its password. */
  function saved(document: number): Uint8Array<ArrayBuffer> {
    const writer = engine.PDFiumExt_OpenFileWriter()
    try {
      engine.FPDF_SaveAsCopy(document, writer, WITHOUT_SECURITY)
      const size = engine.PDFiumExt_GetFileWriterSize(writer)
      const at = malloc(size)
      try {
        engine.PDFiumExt_GetFileWriterData(writer, at, size)
        return heap().slice(at, at + size)
      } finally {
        free(at)
      }
    } finally {
      engine.PDFiumExt_CloseFileWriter(writer)
    }
  }

  /** Runs `task` with room for `count` numbers of eight bytes. */
  function withNumbers<T>(count: number, task: (at: number) => T): T {
    const at = malloc(count * 8)
    try {
      return task(at)
    } finally {
      free(at)
    }
  }

  const double = (at: number, nth: number): number => getValue(at + nth * 8, 'double')
  const whole = (at: number, nth: number): number => getValue(at + nth * 4, 'i32')

  /** The page's text in runs, each with its place as a part of the displayed page. */
  function runsOf(page: number): { runs: PageRun[]; text: string } {
    const text = engine.FPDFText_LoadPage(page)
    if (!text) return { runs: [], text: '' }
    try {
      const rects = Math.min(MOST_RUNS, engine.FPDFText_CountRects(text, 0, -1))
      const runs = Array.from({ length: Math.max(0, rects) }, (_, nth) => runAt(page, text, nth))
      return { runs: runs.filter((run) => run.text !== ''), text: wordsOf(runs) }
    } finally {
      engine.FPDFText_ClosePage(text)
    }
  }

  function runAt(page: number, text: number, nth: number): PageRun {
    return withNumbers(6, (at) => {
      engine.FPDFText_GetRect(text, nth, at, at + 8, at + 16, at + 24)
      const [left, top, right, bottom] = [double(at, 0), double(at, 1), double(at, 2), double(at, 3)]
      const device = (x: number, y: number) => {
        engine.FPDF_PageToDevice(page, 0, 0, UNIT, UNIT, 0, x, y, at + 32, at + 36)
        return [whole(at + 32, 0) / UNIT, whole(at + 32, 1) / UNIT] as const
      }
      const [a, b] = [device(left, top), device(right, bottom)]
      const words = boundedText(text, { left, top, right, bottom })
      return {
        text: words,
        x: Math.min(a[0], b[0]),
        y: Math.min(a[1], b[1]),
        w: Math.abs(a[0] - b[0]),
        h: Math.abs(a[1] - b[1]),
      }
    })
  }

  function boundedText(text: number, box: { left: number; top: number; right: number; bottom: number }): string {
    const { left, top, right, bottom } = box
    const length = Math.min(MOST_RUN, engine.FPDFText_GetBoundedText(text, left, top, right, bottom, 0, 0))
    if (length <= 0) return ''
    const at = malloc((length + 1) * 2)
    try {
      const written = engine.FPDFText_GetBoundedText(text, left, top, right, bottom, at, length)
      return storable(new TextDecoder('utf-16le').decode(heap().slice(at, at + Math.min(written, length) * 2)))
    } finally {
      free(at)
    }
  }

  /** A page that is nothing but pictures is a scan. */
  function isScan(page: number): boolean {
    const count = engine.FPDFPage_CountObjects(page)
    let [pictures, others] = [0, 0]
    for (let nth = 0; nth < Math.min(count, 200); nth++) {
      const kind = engine.FPDFPageObj_GetType(engine.FPDFPage_GetObject(page, nth))
      if (kind === IMAGE) pictures++
      else if (kind !== TEXT) others++
    }
    return pictures > 0 && others <= pictures
  }

  /** Puts words across the page as an annotation, which readers show and print and nothing in the page is changed by. */
  function stamp(document: number, page: number, words: string) {
    const [width, height] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)]
    const turned = engine.FPDFPage_GetRotation(page) % 2 === 1
    const [w, h] = turned ? [height, width] : [width, height]
    const size = Math.min(w / (words.length * 0.62), h / 4)
    const annotation = engine.FPDFPage_CreateAnnot(page, STAMP_ANNOTATION)
    const font = engine.FPDFText_LoadStandardFont(document, 'Helvetica-Bold')
    const object = engine.FPDFPageObj_CreateTextObj(document, font, size)
    const written = malloc((words.length + 1) * 2)
    stringToUTF16(words, written, (words.length + 1) * 2)
    engine.FPDFText_SetText(object, written)
    free(written)
    engine.FPDFPageObj_SetFillColor(object, GREY.r, GREY.g, GREY.b, GREY.a)
    const angle = (engine.FPDFPage_GetRotation(page) * Math.PI) / 2 + Math.atan2(h, w) * 0.5
    const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
    const [left, bottom] = cornerOf(page)
    const half = (words.length * size * 0.6) / 2
    const [x, y] = [left + w / 2 - half * cos, bottom + h / 2 - half * sin]
    engine.FPDFPageObj_Transform(object, cos, sin, -sin, cos, x, y)
    withNumbers(2, (rect) => {
      // FS_RECTF: left, top, right, bottom.
      for (const [nth, value] of [left, bottom + h, left + w, bottom].entries())
        setValue(rect + nth * 4, value, 'float')
      engine.FPDFAnnot_SetRect(annotation, rect)
    })
    engine.FPDFAnnot_SetFlags(annotation, PRINTED)
    engine.FPDFAnnot_AppendObject(annotation, object)
    engine.FPDFPage_CloseAnnot(annotation)
    engine.FPDFFont_Close(font)
  }

  /** The lower left corner of what is shown of a page. */
  const cornerOf = (page: number) =>
    withNumbers(2, (at) => {
      const found =
        engine.FPDFPage_GetCropBox(page, at, at + 4, at + 8, at + 12) ||
        engine.FPDFPage_GetMediaBox(page, at, at + 4, at + 8, at + 12)
      const value = (nth: number): number => (found ? getValue(at + nth * 4, 'float') : 0)
      return [value(0), value(1)] as const
    })

  /** Hands over the page as a PDF of its own. @throws with a sentence about the page */
  function readPage(
    source: Source,
    number: number,
    words: string | undefined,
    make: (bytes: Uint8Array) => void,
  ): ReadPage {
    return withDocument(source, (document) => {
      const copy = engine.FPDF_CreateNewDocument()
      try {
        if (!engine.FPDF_ImportPages(copy, document, String(number), 0)) throw new Error('This page cannot be read.')
        const page = engine.FPDF_LoadPage(copy, 0)
        if (!page) throw new Error('This page cannot be read.')
        try {
          const [width, height] = [engine.FPDF_GetPageWidthF(page), engine.FPDF_GetPageHeightF(page)]
          if (!(width > 0 && height > 0)) throw new Error('This page has no size.')
          if (Math.max(width, height) > PDF_MAX) throw new Error('This page is more than 200 inches long.')
          const found = runsOf(page)
          const kind = isScan(page) ? 'raster' : 'vector'
          if (words !== undefined) stamp(copy, page, words)
          const bytes = saved(copy)
          make(bytes)
          const unit = userUnitIn(bytes)
          return { ...found, kind, width: width * unit, height: height * unit }
        } finally {
          engine.FPDF_ClosePage(page)
        }
      } finally {
        engine.FPDF_CloseDocument(copy)
      }
    })
  }

  return {
    readPage,
    /** @throws with a sentence about the file */
    countPages: (source: Source): number => withDocument(source, (_, pages) => pages),
    /** @throws with a sentence about the file */
    unlock: (source: Source, password: string): Uint8Array<ArrayBuffer> =>
      withDocument(source, (document) => saved(document), password),
  }
}

/** Device units across a page, to read places to a ten-thousandth. */
const UNIT = 10_000

const storable = (text: string) => text.replaceAll('\0', '').toWellFormed().replace(/\s+/g, ' ').trim()

const wordsOf = (runs: readonly PageRun[]) =>
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
