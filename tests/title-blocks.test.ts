import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { vectorPdf } from '#modules/drawings/sample/pdf.ts'
import { blockRuns, readFields, readTitleBlock, type ReadField, type Reading } from '#lib/title-block/read.ts'

import { openPdfium } from '#server/decode/pdfium.ts'
import { drawSheet, truthOf } from './title-blocks/draw.ts'
import { layouts, type Layout } from './title-blocks/layouts.ts'
import { sheets, type Sheet } from './title-blocks/sheets.ts'
import { isBrief } from './tier.ts'

const LEAST: Readonly<Record<ReadField, number>> = { number: 0.99, title: 0.95, revision: 0.95, dated: 0.95 }
const engine = async () =>
  openPdfium(new Uint8Array(readFileSync(createRequire(import.meta.url).resolve('@embedpdf/pdfium/pdfium.wasm'))))

interface Tally {
  shown: number
  right: number
  sure: number
  wrong: string[]
  surelyWrong: string[]
}

/** What is read of sheets that are drawn in one layout. */
function readingsOf(pdfium: Awaited<ReturnType<typeof engine>>, layout: Layout, some: readonly Sheet[]): Reading[] {
  const bytes = vectorPdf(some.map((sheet) => drawSheet(layout, sheet)))
  const source = {
    size: bytes.byteLength,
    read: (at: number, into: Uint8Array) => into.set(bytes.subarray(at, at + into.length)),
  }
  return some.map((_, at) => {
    const page = pdfium.readPage(source, at + 1, undefined, () => undefined)
    return readTitleBlock(blockRuns(page.runs, page), page)
  })
}

async function tallied(): Promise<Record<ReadField, Tally>> {
  const pdfium = await engine()
  const none = (): Tally => ({ shown: 0, right: 0, sure: 0, wrong: [], surelyWrong: [] })
  const tally = { number: none(), title: none(), revision: none(), dated: none() }
  for (const layout of layouts)
    for (const [at, reading] of readingsOf(pdfium, layout, sheets).entries()) {
      const sheet = sheets[at]
      if (!sheet) continue
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
  return tally
}

describe('title blocks after common practice', () => {
  test('are read, and what is unsure says so', async () => {
    const tally = await tallied()
    const part = (some: number, all: number) => `${((some / all) * 100).toFixed(1)} %`
    for (const field of readFields) {
      const { shown, right, sure } = tally[field]
      const rates = `${part(right, shown)} right, ${part(sure, shown)} sure`
      process.stdout.write(`title blocks: ${field}, ${shown} shown, ${rates}\n`)
    }
    for (const field of readFields) {
      const { surelyWrong, wrong, right, shown } = tally[field]
      expect(surelyWrong).toEqual([])
      expect(right / shown, wrong.slice(0, 5).join('\n')).toBeGreaterThanOrEqual(LEAST[field])
    }
  })

  test.runIf(!isBrief)('what a sheet does not say is never sure', async () => {
    const pdfium = await engine()
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
