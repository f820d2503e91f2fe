import { PDFDict, PDFDocument, PDFName, PDFRawStream, decodePDFRawStream } from 'pdf-lib'
import { getDocument, GlobalWorkerOptions } from 'pdfjs-dist'
// Vite makes the address of it.
// oxlint-disable-next-line import/default
import workerUrl from 'pdfjs-dist/build/pdf.worker.min.mjs?url'
import { expect, test } from 'vitest'
import type { Around } from '#lib/pdf/record-pdf.ts'
import { itemPdf } from '../../work-items/parts/item-pdf.ts'
import { rfis, type Rfi } from '../entities.ts'
import { printedRfi } from '../printed.ts'

GlobalWorkerOptions.workerSrc = workerUrl

const rfi: Rfi = {
  id: 7,
  project_id: 1,
  number: 13,
  title: 'Feeder route',
  question: 'Along grid C?',
  assigned_id: 2,
  distributions: [],
  due_date: '2026-11-20',
  cost_impact: 'possible',
  schedule_impact_days: 1,
  drawing_sheet_id: null,
  pin: null,
  custom_field_values: [],
  user_id: 1,
  views: [],
  sent_id: 1,
  sent_at: '2026-11-18T00:00:00Z',
  resolved_id: 1,
  resolved_at: '2026-11-19T00:00:00Z',
  user_name: 'Ray Ochoa',
  assigned_name: 'Alex Winters',
  sent_name: 'Ray Ochoa',
  resolved_name: 'Ray Ochoa',
  project_name: 'Canyon Lakes',
  project_number: '26-041',
  project_archived_at: null,
  project: { id: 1, name: 'Canyon Lakes', number: '26-041' },
  message_count: 1,
  last_user_id: 2,
  messages: [],
  created_at: '2026-11-18T00:00:00Z',
  updated_at: '2026-11-18T00:00:00Z',
  deleted_at: null,
}
const around = {
  letterhead: { company: 'Three Rivers Electric', logo: null },
  distribution: ['Pat Olsen', 'Kim Tran'],
  photos: [],
  thread: [],
}

const rfiPdf = (one: Rfi, { distribution, ...more }: Around & { distribution: readonly string[] }) =>
  itemPdf(rfis, one, printedRfi(one, distribution), more)

/** The text of each page that is set in a font, and the number of its pictures. */
async function read(bytes: Uint8Array) {
  const file = await PDFDocument.load(bytes)
  return file.getPages().map(({ node }) => {
    const contents = node.normalizedEntries().Contents?.asArray() ?? []
    const text = contents.map((ref) => {
      const stream = file.context.lookup(ref)
      if (!(stream instanceof PDFRawStream)) return ''
      const commands = new TextDecoder('latin1').decode(decodePDFRawStream(stream).decode())
      return [...commands.matchAll(/<([0-9A-F]+)> Tj/g)]
        .map(([, hex = '']) =>
          (hex.match(/../g) ?? []).map((byte) => String.fromCharCode(Number.parseInt(byte, 16))).join(''),
        )
        .join('\n')
    })
    const pictures = node.Resources()?.lookupMaybe(PDFName.of('XObject'), PDFDict)?.keys().length ?? 0
    return { text: text.join('\n'), pictures }
  })
}

test('the PDF names company, status and distribution, and numbers its pages', async () => {
  const question = Array.from({ length: 60 }, (_, at) => `Line ${at}`).join('\n')
  const pages = await read(await rfiPdf({ ...rfi, question }, around))
  expect(pages).toHaveLength(2)
  expect(pages[0]?.text).toContain('Status: Resolved 11/19/26 by Ray Ochoa')
  expect(pages[0]?.text).toContain('Distribution: Pat Olsen, Kim Tran')
  for (const [at, { text }] of pages.entries()) {
    expect(text).toContain('Three Rivers Electric')
    expect(text).toContain(`Page ${at + 1} of 2`)
  }
})

test('a stock reader opens it, draws its pages and finds its words', { tags: 'whole' }, async () => {
  const question = Array.from({ length: 60 }, (_, at) => `Line ${at}`).join('\n')
  const task = getDocument({ data: await rfiPdf({ ...rfi, question }, around), stopAtErrors: true })
  const document = await task.promise
  expect(document.numPages).toBe(2)
  for (let at = 1; at <= document.numPages; at++) {
    const page = await document.getPage(at)
    const { items } = await page.getTextContent()
    expect(items.map((item) => ('str' in item ? item.str : '')).join(' ')).toContain(`Page ${at} of 2`)
    const canvas = globalThis.document.createElement('canvas')
    await page.render({ canvas, viewport: page.getViewport({ scale: 0.2 }) }).promise
  }
  await task.destroy()
})

test('the logo takes the place of the company’s name, which stands alone when the picture cannot be read', async () => {
  const canvas = new OffscreenCanvas(400, 100)
  canvas.getContext('2d')
  const png = await canvas.convertToBlob({ type: 'image/png' })
  const withLogo = async (bytes: Uint8Array) =>
    read(await rfiPdf(rfi, { ...around, letterhead: { ...around.letterhead, logo: { bytes, mime: 'image/png' } } }))
  const [page] = await withLogo(new Uint8Array(await png.arrayBuffer()))
  expect(page?.pictures).toBe(1)
  const headOf = (text = '') => text.trim().split('\n')[0]
  expect(headOf(page?.text)).toBe('RFI 013')
  const [broken] = await withLogo(new Uint8Array([1, 2, 3]))
  expect(broken?.pictures).toBe(0)
  expect(headOf(broken?.text)).toBe('Three Rivers Electric')
})

test('text that the standard fonts lack is drawn, never replaced by question marks', async () => {
  const [page] = await read(await rfiPdf({ ...rfi, question: 'По оси C.\n経路はどこですか。\nAlong grid C.' }, around))
  expect(page?.text).toContain('Along grid C.')
  expect(page?.text).not.toContain('?')
  expect(page?.pictures).toBe(2)
})

test('photos stand with the question and with the answers they belong to', async () => {
  const canvas = new OffscreenCanvas(400, 300)
  canvas.getContext('2d')
  const blob = await canvas.convertToBlob({ type: 'image/jpeg' })
  const photo = new Uint8Array(await blob.arrayBuffer())
  const reply = { user_name: 'Alex Winters', created_at: '2026-11-19T00:00:00Z', content: 'Yes.', official_at: null }
  const pages = await read(
    await rfiPdf(rfi, { ...around, photos: [photo, photo, photo], thread: [{ ...reply, photos: [photo] }] }),
  )
  expect(pages.reduce((sum, { pictures }) => sum + pictures, 0)).toBe(4)
})
