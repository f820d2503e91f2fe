import { expect, test } from 'vitest'
import { openPdf } from './pdf-document.ts'

/** A page of 200 by 100 points that draws this. */
function pdf(content: string): ArrayBuffer {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R >>',
    `<< /Length ${content.length} >> stream\n${content}\nendstream`,
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj ${object} endobj\n`).join('')
  const text = `%PDF-1.4\n${body}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n`
  return new TextEncoder().encode(text).buffer
}
const TOO_LONG = 'This page takes too long to draw.'
const black = () => pdf('0 0 200 100 re f')
const whole = { page: 1, turns: 0, full: { width: 20, height: 10 }, x: 0, y: 0, width: 20, height: 10 } as const

async function colorOf(bitmap: ImageBitmap | null): Promise<readonly number[]> {
  const context = new OffscreenCanvas(20, 10).getContext('2d')
  if (bitmap) context?.drawImage(bitmap, 0, 0)
  return [...(context?.getImageData(10, 5, 1, 1).data ?? [])]
}

test('a part of a page is drawn, also as it lies on another sheet', async () => {
  const document = await openPdf(black())
  expect(document.pages).toEqual([{ width: 200, height: 100 }])
  expect(await colorOf(await document.drawRegion(whole))).toEqual([0, 0, 0, 255])
  // Moved away from the middle, and over it by half its size.
  const laid = (x: number) => ({ size: { width: 200, height: 100 }, matrix: [0.1, 0, 0, 0.1, x, 0] }) as const
  expect(await colorOf(await document.drawRegion({ ...whole, laid: laid(15) }))).toEqual([255, 255, 255, 255])
  expect(await colorOf(await document.drawRegion({ ...whole, laid: laid(5) }))).toEqual([0, 0, 0, 255])
  document.close()
  await expect(document.drawRegion(whole)).rejects.toThrow('This PDF is closed.')
})

test('while one part is drawn, of others only the last is waited for, and those that stand apart', async () => {
  const document = await openPdf(black())
  const [, second, apart, last] = await Promise.all([
    document.drawRegion(whole),
    document.drawRegion(whole),
    document.drawRegion({ ...whole, isApart: true }),
    document.drawRegion(whole),
  ])
  expect([second, apart?.width, last?.width]).toEqual([null, 20, 20])
  document.close()
})

test('a page that is drawn for ever is ended, and says so', { tags: 'whole' }, async () => {
  const endless = pdf('0 0 m 200 99 l 199 0 l f\n'.repeat(20_000))
  const document = await openPdf(endless, { patience: 4000 })
  const large = { width: 4000, height: 2000 }
  await expect(document.drawRegion({ ...whole, ...large, full: large })).rejects.toThrow(TOO_LONG)
  await expect(document.draw(1, 100)).rejects.toThrow(TOO_LONG)
})

test('a file that is none says so', async () => {
  await expect(openPdf(new TextEncoder().encode('No PDF').buffer)).rejects.toThrow('This PDF is broken.')
})
