import { describe, expect, test } from 'vitest'
import { vectorPdf } from '#modules/drawings/sample/pdf.ts'
import { blockRuns, readTitleBlock, type Reading } from '#lib/title-block/read.ts'
import { readFields, type ReadField } from '#lib/title-block/read-fields.ts'
import { blockParts, readRecognized } from '#lib/title-block/recognized.ts'
import { cleaned, placed, type OcrMode } from '#server/decode/ocr.ts'
import { drawSheet, truthOf } from './title-blocks/draw.ts'
import { layouts, type Layout } from './title-blocks/layouts.ts'
import { sheets, type Sheet } from './title-blocks/sheets.ts'
import { openEngine, openReader } from './title-blocks/engines.ts'
import { scanOf, sourceOf, type Scan } from './title-blocks/scan.ts'
import { isBrief, isThorough } from './tier.ts'

const LEAST: Readonly<Record<ReadField, number>> = { number: 0.99, title: 0.95, revision: 0.95, dated: 0.95 }
/** The same of pages that are pictures: revisions are often one letter or figure, which is recognized worst. */
const LEAST_OF_SCANS: Readonly<Record<ReadField, number>> = { number: 0.85, title: 0.85, revision: 0.7, dated: 0.85 }

const NOTHING_AT_LEAST: Readonly<Record<ReadField, number>> = { number: 0, title: 0, revision: 0, dated: 0 }
/** Fine and coarse, aslant either way, as grainy as scanners for large sheets are. */
const scans: readonly Scan[] = [
  { dpi: 150, degrees: 0.5, grain: 40 },
  { dpi: 200, degrees: -0.4, grain: 30 },
  { dpi: 300, degrees: 0.3, grain: 20 },
]
type Engine = Awaited<ReturnType<typeof openEngine>>
type Reader = Awaited<ReturnType<typeof openReader>>
type Tallies = Readonly<Record<ReadField, Tally>>

interface Tally {
  shown: number
  right: number
  sure: number
  wrong: string[]
  surelyWrong: string[]
}

/** What is read of sheets that are drawn in one layout. */
function readingsOf(pdfium: Engine, layout: Layout, some: readonly Sheet[]): Reading[] {
  const bytes = vectorPdf(some.map((sheet) => drawSheet(layout, sheet)))
  const source = sourceOf(bytes)
  return some.map((_, at) => {
    const page = pdfium.readPage(source, at + 1, undefined, () => undefined)
    return readTitleBlock(blockRuns(page.runs, page), page)
  })
}

const none = (): Tally => ({ shown: 0, right: 0, sure: 0, wrong: [], surelyWrong: [] })
const tallyOf = (): Tallies => ({ number: none(), title: none(), revision: none(), dated: none() })

/** Counts what was read of a sheet of a layout. */
function count(tally: Tallies, reading: Reading, layout: Layout, sheet: Sheet): void {
  const truth = truthOf(layout, sheet)
  for (const field of readFields) {
    const one = tally[field]
    const { value, sure } = reading[field]
    const isRight = (field === 'title' ? (value?.toLowerCase() ?? null) : value) === truth[field]
    const said = `${layout.name}, ${sheet.number}: ${field} "${value}" for "${truth[field]}"`
    if (sure && !isRight) one.surelyWrong.push(said)
    if (truth[field] === null) continue
    one.shown++
    if (sure) one.sure++
    if (isRight) one.right++
    else one.wrong.push(said)
  }
}

/** Prints the rates, and says what is wrong: values that were sure, and fields of which too few were right. */
function complaints(tally: Tallies, what: string, least: Readonly<Record<ReadField, number>>): string[] {
  const part = (some: number, all: number) => `${((some / all) * 100).toFixed(1)} %`
  return readFields.flatMap((field) => {
    const { shown, right, sure, wrong, surelyWrong } = tally[field]
    const rates = `${field}, ${shown} shown, ${part(right, shown)} right, ${part(sure, shown)} sure`
    process.stdout.write(`${what}: ${rates}\n`)
    return [...surelyWrong, ...(right / shown < least[field] ? [rates, ...wrong.slice(0, 9)] : [])]
  })
}

/** What is recognized of a sheet that was scanned. */
function recognized({ pdfium, read }: { pdfium: Engine; read: Reader }, bytes: Uint8Array): Reading {
  const source = sourceOf(bytes)
  const page = pdfium.readPage(source, 1, undefined, () => undefined)
  const parts = { number: 1, width: page.width, dpi: 200, boxes: blockParts }
  const pictures = pdfium.renderParts(source, parts).map(cleaned)
  const found = (mode: OcrMode) =>
    pictures.flatMap((picture, at) => placed(read(picture, mode), picture, blockParts[at]))
  return readRecognized([found('blocks'), found('anywhere')], page)
}

async function tallied(): Promise<Tallies> {
  const pdfium = await openEngine()
  const tally = tallyOf()
  for (const layout of layouts)
    for (const [at, reading] of readingsOf(pdfium, layout, sheets).entries()) {
      const sheet = sheets[at]
      if (sheet) count(tally, reading, layout, sheet)
    }
  return tally
}

describe('title blocks after common practice', () => {
  test.runIf(!isBrief)('are read, and what is unsure says so', async () => {
    expect(complaints(await tallied(), 'title blocks', LEAST)).toEqual([])
  })

  test.runIf(!isBrief)(
    'are recognized in scans, and what may be wrong is unsure',
    async () => {
      const engines = { pdfium: await openEngine(), read: await openReader() }
      const tally = tallyOf()
      const shown = layouts.flatMap(({ scan, written, ...layout }) =>
        scan || written === 'outlines' ? [] : { ...layout, ...(written && { written }) },
      )
      for (const [at, layout] of shown.entries()) {
        const [sheet, scan] = [sheets[at % sheets.length], scans[at % scans.length]]
        if (!sheet || !scan || !(isThorough || at % 15 === 1)) continue
        count(tally, recognized(engines, scanOf(engines.pdfium, layout, sheet, scan)), layout, sheet)
      }
      expect(complaints(tally, 'scans', isThorough ? LEAST_OF_SCANS : NOTHING_AT_LEAST)).toEqual([])
    },
    30 * 60_000,
  )

  test.runIf(!isBrief)('what a sheet does not say is never sure', async () => {
    const pdfium = await openEngine()
    const [sheet] = sheets
    if (!sheet) throw new Error('There are no sheets.')
    const revisions = sheet.revisions.map((one) => ({ ...one, mark: '' }))
    const silent = [
      { field: 'title', sheet: { ...sheet, title: [] } },
      { field: 'number', sheet: { ...sheet, number: '' } },
      { field: 'revision', sheet: { ...sheet, revisions } },
    ] as const
    const said = layouts.flatMap((layout) =>
      silent.flatMap(({ field, sheet: blank }) => {
        const [reading] = readingsOf(pdfium, layout, [blank])
        const { value = null, sure = false } = reading?.[field] ?? {}
        return sure && value !== null ? [`${layout.name}: ${field} "${value}"`] : []
      }),
    )
    expect(said).toEqual([])
  })
})
