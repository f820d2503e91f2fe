import { expect, test } from 'vitest'
import { readImageHeader } from './image-header.ts'
import { fitWithin } from './fit-within.ts'
import { resizeImage } from './resize-image.ts'

async function buildPicture(width: number, height: number, type: string): Promise<Blob> {
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.fillRect(0, 0, width / 2, height)
  return canvas.convertToBlob({ type })
}

test('a large picture comes out as a JPEG within the longest side, in proportion', async () => {
  for (const type of ['image/png', 'image/jpeg']) {
    const small = await resizeImage(await buildPicture(3000, 1500, type), 600)
    expect(small.type).toBe('image/jpeg')
    expect(readImageHeader(new Uint8Array(await small.arrayBuffer()))).toMatchObject({ width: 600, height: 300 })
  }
})

test('a small picture is not blown up', () => {
  expect(fitWithin(300, 200, 2048)).toEqual({ width: 300, height: 200 })
  expect(fitWithin(10_000, 1, 100)).toEqual({ width: 100, height: 1 })
})

test('what is no picture is refused', async () => {
  await expect(resizeImage(new Blob(['<svg/>'], { type: 'image/png' }))).rejects.toThrow(
    /decode|could not|source image/i,
  )
})
