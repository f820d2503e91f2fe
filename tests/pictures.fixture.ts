import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import encode, { init } from '@jsquash/avif/encode.js'
import { GifWriter } from 'omggif'
import { PDFDocument, rgb } from 'pdf-lib'
const bytesOf = (base64: string) => new Uint8Array(Buffer.from(base64, 'base64'))

/** A real JPEG of 64 by 32 pixels: its left quarter is red, the rest blue. */
export const realJpeg = bytesOf(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAA0JCgsKCA0LCgsODg0PEyAVExISEyccHhcgLikxMC4pLSwzOko+MzZGNywtQFdBRkxOUlNSMj5aYVpQYEpRUk//2wBDAQ4ODhMREyYVFSZPNS01T09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT09PT0//wAARCAAgAEADASIAAhEBAxEB/8QAFgABAQEAAAAAAAAAAAAAAAAAAAQG/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/EABcBAQEBAQAAAAAAAAAAAAAAAAAHBQb/xAAUEQEAAAAAAAAAAAAAAAAAAAAA/9oADAMBAAIRAxEAPwDOgM126UBQ03AAAAVAJ4pCUBQ03AAAAf/Z',
)

/** The same as WebP. */
export const realWebp = bytesOf(
  'UklGRj4CAABXRUJQVlA4WAoAAAAgAAAAPwAAHwAASUNDUMgBAAAAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADZWUDggUAAAADAEAJ0BKkAAIAA+tVKkTScko6IsFVgA4BaJYwDLW7F4BvAABq73s4UoAAD+7U3f4Z/JF/+cS9gegUQ90x0C5Is+ixkgCTAxWnx/wi2IAAAA',
)

/** That JPEG with a note of how it is to be turned, as a camera held otherwise writes it. */
export function turnedJpeg(orientation: number): Uint8Array<ArrayBuffer> {
  const turn = orientation.toString(16).padStart(4, '0')
  const exif = `ffe10022457869660000 4d4d002a00000008 0001 011200030000 0001 ${turn} 0000 00000000`
  const note = Buffer.from(exif.replaceAll(' ', ''), 'hex')
  return new Uint8Array(Buffer.concat([realJpeg.subarray(0, 2), note, realJpeg.subarray(2)]))
}

/** A PDF of one page, 200 by 100 points, that draws this. */
export function pdf(content: string, more: readonly string[] = []): Uint8Array<ArrayBuffer> {
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 200 100] /Contents 4 0 R /Resources << /XObject << /F 5 0 R >> >> >>',
    `<< /Length ${content.length} >> stream\n${content}\nendstream`,
    ...more,
  ]
  const body = objects.map((object, at) => `${at + 1} 0 obj ${object} endobj\n`).join('')
  return new Uint8Array(Buffer.from(`%PDF-1.4\n${body}trailer << /Size ${objects.length + 1} /Root 1 0 R >>\n`))
}

/** A PDF that takes longer to render than anyone waits: it covers its page a quarter of a million times. */
export const endlessPdf = (): Uint8Array<ArrayBuffer> => pdf('0 0 m 200 99 l 199 0 l f\n'.repeat(250_000))

/** A PDF that no memory suffices for: each form draws the next one twenty times, nine levels deep. */
export function explodingPdf(): Uint8Array<ArrayBuffer> {
  const form = (content: string, next: number | null) =>
    `<< /Type /XObject /Subtype /Form /BBox [0 0 200 100] ${next ? `/Resources << /XObject << /F ${next} 0 R >> >>` : ''} /Length ${content.length} >> stream\n${content}\nendstream`
  const levels = Array.from({ length: 9 }, (_, at) => form('/F Do '.repeat(20), at + 6))
  return pdf('/F Do', [...levels, form('0 0 200 100 re f', null)])
}

const colors = { red: [1, 0, 0], blue: [0, 0, 1] } as const

/** A PDF with one page per color, 200 by 100 points. */
export async function pdfOf(pages: readonly (keyof typeof colors)[]): Promise<Uint8Array<ArrayBuffer>> {
  const document = await PDFDocument.create()
  for (const name of pages) {
    const color = rgb(colors[name][0], colors[name][1], colors[name][2])
    document.addPage([200, 100]).drawRectangle({ x: 0, y: 0, width: 200, height: 100, color })
  }
  return new Uint8Array(await document.save())
}

/** An animation of two frames, 64 by 32: first red on the left half and transparent on the right, then blue. */
export function realGif(): Uint8Array<ArrayBuffer> {
  const bytes = Buffer.alloc(4096)
  const writer = new GifWriter(bytes, 64, 32, { palette: [0xd01010, 0x1030d0, 0, 0xffffff], loop: 0 })
  const frame = (color: (x: number) => number) => Array.from({ length: 64 * 32 }, (_, at) => color(at % 64))
  writer.addFrame(
    0,
    0,
    64,
    32,
    frame((x) => (x < 32 ? 0 : 2)),
    { transparent: 2 },
  )
  writer.addFrame(
    0,
    0,
    64,
    32,
    frame(() => 1),
  )
  return new Uint8Array(bytes.subarray(0, writer.end()))
}

/** 640 by 320, red on the left half and blue on the right. */
export async function realAvif(): Promise<Uint8Array<ArrayBuffer>> {
  const [width, height] = [640, 320]
  const data = new Uint8ClampedArray(width * height * 4)
  for (let at = 0; at < data.length; at += 4)
    data.set((at / 4) % width < width / 2 ? [208, 16, 16, 255] : [16, 48, 208, 255], at)
  await init({
    wasmBinary: readFileSync(createRequire(import.meta.url).resolve('@jsquash/avif/codec/enc/avif_enc.wasm')),
  })
  return new Uint8Array(await encode({ width, height, data, colorSpace: 'srgb' } as ImageData))
}
