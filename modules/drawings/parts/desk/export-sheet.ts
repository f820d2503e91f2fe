import { download, pdfBlob } from '#blocks/pdf/download.ts'
import { downloadText, formatCsv } from '#lib/csv.ts'
import type { PdfDocument } from '#lib/pdf/pdf-document.ts'
import type { DrawingSheet, Markup } from '../../entities.ts'
import type { Place } from '../../geometry.ts'
import { inWords, kindOf, totalsOf, type Measured } from '../../measuring.ts'
import { projection, type Size } from '../sheet/camera.ts'
import { pdfMark, type Shape } from '../../shape.ts'
import { paint } from '../sheet/paint.ts'
import { bytesOf, type SheetFile } from '../sheet/sheet-file.ts'

/** How wide a picture is, in pixels, and how wide the view is that it looks like. */
const WIDE = 4000
const LIKE = 1600

/** Downloads a sheet, or the part of it that is seen, as a PDF whose marks are annotations; at its own size it prints to scale. */
export async function exportPdf(file: SheetFile, marks: readonly Markup[], name: string, seen?: Place): Promise<void> {
  const [{ withAnnotations }, bytes] = await Promise.all([import('#lib/pdf/annotations.ts'), bytesOf(file)])
  download(pdfBlob(await withAnnotations(bytes, marks.map(pdfMark), seen)), `${name}.pdf`)
}

/** Downloads a sheet as a picture with its marks. */
export async function exportPicture(
  pdf: PdfDocument,
  page: Size,
  shapes: readonly Shape[],
  name: string,
): Promise<void> {
  const bitmap = await pdf.draw(1, WIDE)
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height)
  const context = canvas.getContext('2d')
  if (!context) throw new Error('This device cannot draw a picture of this size.')
  context.drawImage(bitmap, 0, 0)
  const larger = bitmap.width / LIKE
  bitmap.close()
  context.scale(larger, larger)
  const project = projection({ x: 0, y: 0, scale: LIKE / page.width }, page, 0)
  for (const shape of shapes) paint(context, shape, project)
  download(await canvas.convertToBlob({ type: 'image/png' }), `${name}.png`)
}

/** The measurements of a sheet as rows of a table, with their totals by label. */
export function measureRows({ number }: { number: string }, marks: readonly Markup[]): string[][] {
  const measures = { length: 'Length', area: 'Area', count: 'Count' }
  const row = (label: string, found: Measured, by: string) => [
    number,
    label,
    measures[kindOf(found.unit)],
    String(Math.round(found.measurement * 1e4) / 1e4),
    found.unit,
    inWords(found),
    by,
  ]
  const own = marks.flatMap(({ text, measurement, unit, user_name }) =>
    measurement === null || unit === null ? [] : [row(text ?? '', { measurement, unit }, user_name)],
  )
  const totals = totalsOf(marks).map(({ label, ...total }) => row(`Total ${label}`.trim(), total, ''))
  return [['Sheet', 'Label', 'What', 'Measured', 'Unit', 'In words', 'By'], ...own, ...totals]
}

/** Downloads the measurements on a sheet. */
export const exportMeasures = (sheet: DrawingSheet, marks: readonly Markup[]): void =>
  downloadText(`${sheet.number} measurements.csv`, formatCsv(measureRows(sheet, marks)))
