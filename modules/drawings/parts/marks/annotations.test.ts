import { PDFArray, PDFDocument, PDFHexString, PDFName, type PDFDict, type PDFNumber } from 'pdf-lib'
import { expect, test } from 'vitest'
import { pagesOf } from '../../../../tests/stock-reader.ts'
import { vectorPdf } from '../../sample/pdf.ts'
import { withAnnotations, type PdfMark } from '#lib/pdf/annotations.ts'
import { pdfMarkOf, type Shape } from '../../shape.ts'

const mark = (one: Partial<Shape> & Pick<Shape, 'type' | 'geometry'>): PdfMark =>
  pdfMarkOf(
    { color: '#d92d20', width: 2, text: null, ...one },
    { author: 'Luis Ortega', at: '2026-11-19T12:00:00.000Z' },
  )

async function annotationsOf(bytes: Uint8Array): Promise<PDFDict[]> {
  const page = (await PDFDocument.load(bytes)).getPage(0)
  return (
    page.node
      .Annots()
      ?.asArray()
      .map((ref) => page.doc.context.lookup(ref) as PDFDict) ?? []
  )
}
const numbers = (dict: PDFDict, name: string) =>
  dict
    .lookup(PDFName.of(name), PDFArray)
    .asArray()
    .map((one) => (one as PDFNumber).asNumber())

test('marks are annotations of their kind, with their author and an appearance', async () => {
  const pdf = vectorPdf([{ width: 1000, height: 500, content: '' }])
  const box = { x: 0.1, y: 0.2, w: 0.2, h: 0.2 }
  const marks = [
    mark({
      type: 'pen',
      geometry: {
        points: [
          [0, 0],
          [0.5, 0.5],
        ],
      },
    }),
    mark({
      type: 'arrow',
      geometry: {
        points: [
          [0.1, 0.2],
          [0.5, 0.4],
        ],
      },
    }),
    mark({ type: 'rectangle', geometry: box }),
    mark({ type: 'ellipse', geometry: box }),
    mark({ type: 'cloud', geometry: box }),
    mark({ type: 'text', geometry: box, text: 'Drop – at (C4)' }),
  ]
  const bytes = await withAnnotations(pdf.buffer, marks)
  const found = await annotationsOf(bytes)
  const kinds = found.map((one) => String(one.get(PDFName.of('Subtype'))))
  expect(kinds).toEqual(['/Ink', '/Line', '/Square', '/Circle', '/Polygon', '/FreeText'])
  for (const one of found) expect(one.has(PDFName.of('AP'))).toBe(true)
  const read = await pagesOf(bytes)
  expect(read.map(({ annotations }) => annotations)).toEqual([kinds.map((kind) => kind.slice(1))])
  const [, arrow] = found
  expect(arrow && numbers(arrow, 'L')).toEqual([100, 400, 500, 300])
})

test('a turned and cropped page has its marks where they are displayed', async () => {
  const turned = (entries: string) => vectorPdf([{ width: 1000, height: 500, content: '', entries }]).buffer
  const line = [
    mark({
      type: 'line',
      geometry: {
        points: [
          [0.1, 0.2],
          [0.5, 0.4],
        ],
      },
    }),
  ]
  const at = async (entries: string) => {
    const [one] = await annotationsOf(await withAnnotations(turned(entries), line))
    return one && numbers(one, 'L')
  }
  expect(await at('/Rotate 90')).toEqual([200, 50, 400, 250])
  expect(await at('/Rotate 180')).toEqual([900, 100, 500, 200])
  expect(await at('/CropBox [100 100 600 300]')).toEqual([150, 260, 350, 220])
})

test('areas are polygons and counted things dots, with what they come to as their words', async () => {
  const pdf = vectorPdf([{ width: 1000, height: 500, content: '' }])
  const points = [
    [0.1, 0.2],
    [0.5, 0.2],
    [0.5, 0.4],
    [0.1, 0.2],
  ] as const
  const area = mark({ type: 'measure', geometry: { points }, measures: 'area', label: '12 sq ft' })
  const count = mark({ type: 'measure', geometry: { points }, measures: 'count', label: 'Box: 4 ea' })
  const found = await annotationsOf(await withAnnotations(pdf.buffer, [area, count]))
  expect(found.map((one) => String(one.get(PDFName.of('Subtype'))))).toEqual(['/Polygon', '/Ink'])
  expect(found.map((one) => one.lookup(PDFName.of('Contents'), PDFHexString).decodeText())).toEqual([
    '12 sq ft',
    'Box: 4 ea',
  ])
  const [polygon, dots] = found
  expect(polygon && numbers(polygon, 'Vertices')).toEqual([100, 400, 500, 400, 500, 300])
  expect(dots?.lookup(PDFName.of('InkList'), PDFArray).size()).toBe(4)
})

test.each([0, 90, 180, 270])(
  'what is seen of a sheet that is turned by %s° keeps its size, to print to scale',
  async (angle) => {
    const pdf = vectorPdf([{ width: 1000, height: 500, content: '', entries: `/Rotate ${angle}` }])
    const bytes = await withAnnotations(pdf.buffer, [], [0.5, 0, 0.75, 0.4])
    const [page] = (await PDFDocument.load(bytes)).getPages()
    const { width = 0, height = 0 } = page?.getCropBox() ?? {}
    const [shownWidth, shownHeight] = angle % 180 ? [height, width] : [width, height]
    expect([shownWidth, shownHeight]).toEqual(angle % 180 ? [125, 400] : [250, 200])
  },
)
