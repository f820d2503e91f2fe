import { assert, property, uint8Array } from 'fast-check'
import { expect, test } from 'vitest'
import { readImageHeader } from './image-header.ts'

/** The start of a JPEG: EXIF with this orientation, then its size. */
function buildJpeg(orientation: number, width: number, height: number, little = true): Uint8Array {
  const exif = new DataView(new ArrayBuffer(36))
  exif.setUint16(0, 0xffe1)
  exif.setUint16(2, 34)
  exif.setUint32(4, 0x45786966)
  exif.setUint16(10, little ? 0x4949 : 0x4d4d)
  exif.setUint16(12, 42, little)
  exif.setUint32(14, 8, little)
  exif.setUint16(18, 1, little)
  exif.setUint16(20, 0x0112, little)
  exif.setUint16(22, 3, little)
  exif.setUint32(24, 1, little)
  exif.setUint16(28, orientation, little)
  const frame = new DataView(new ArrayBuffer(20))
  frame.setUint16(0, 0xffc0)
  frame.setUint16(2, 17)
  frame.setUint8(4, 8)
  frame.setUint16(5, height)
  frame.setUint16(7, width)
  return new Uint8Array([0xff, 0xd8, ...new Uint8Array(exif.buffer), ...new Uint8Array(frame.buffer)])
}

test.each([true, false])('a sideways JPEG tells its size and how to turn it (little-endian %s)', (little) => {
  expect(readImageHeader(buildJpeg(6, 8000, 5000, little))).toEqual({
    type: 'image/jpeg',
    width: 8000,
    height: 5000,
    orientation: 6,
  })
})

test('a PNG tells its size', () => {
  const bytes = new Uint8Array(24)
  bytes.set([0x89, 0x50, 0x4e, 0x47])
  new DataView(bytes.buffer).setUint32(16, 640)
  new DataView(bytes.buffer).setUint32(20, 480)
  expect(readImageHeader(bytes)).toEqual({ type: 'image/png', width: 640, height: 480, orientation: 1 })
})

test('only the first 131072 bytes are read', () => {
  const jpeg = buildJpeg(1, 10, 10)
  const padded = new Uint8Array(140_000)
  padded.set(jpeg.subarray(0, 2))
  padded.set([0xff, 0xe2, 0xff, 0xff], 2)
  padded.set([0xff, 0xe2, 0xff, 0xff], 4 + 0xffff - 2)
  padded.set(jpeg.subarray(38), 131_080)
  expect(readImageHeader(padded)).toBeNull()
})

test('no bytes whatever make it throw', () => {
  assert(
    property(uint8Array({ maxLength: 300 }), (tail) => {
      expect(() => readImageHeader(new Uint8Array([0xff, 0xd8, 0xff, 0xe1, ...tail]))).not.toThrow()
    }),
  )
})
