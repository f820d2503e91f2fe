import { convertIndexedToRgb, decode } from 'fast-png'
import { GifReader } from 'omggif'
import { fitWithin } from '../../lib/fit-within.ts'

/** A picture's pixels, RGBA. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8ClampedArray<ArrayBuffer>
}

/** Decodes a PNG of any depth and kind, on white where it is transparent. */
export function pixelsOfPng(bytes: Uint8Array): Pixels {
  const png = decode(bytes)
  const { width, height, depth } = png
  const source = png.palette ? convertIndexedToRgb(png) : png.data
  const channels = source.length / (width * height)
  const most = png.palette ? 255 : 2 ** depth - 1
  const data = new Uint8ClampedArray(width * height * 4)
  for (let pixel = 0; pixel < width * height; pixel++) {
    const at = pixel * channels
    const color = (channel: number) => ((source[at + (channels > 2 ? channel : 0)] ?? 0) * 255) / most
    const alpha = channels % 2 ? 1 : (source[at + channels - 1] ?? 0) / most
    for (let channel = 0; channel < 3; channel++) data[pixel * 4 + channel] = color(channel) * alpha + 255 * (1 - alpha)
    data[pixel * 4 + 3] = 255
  }
  return { width, height, data }
}

/** Decodes the first frame of a GIF, on white where it is transparent. */
export function pixelsOfGif(bytes: Uint8Array): Pixels {
  const gif = new GifReader(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const { width, height } = gif
  const data = new Uint8ClampedArray(width * height * 4)
  // Pixels outside of the frame, and transparent ones, stay as they are: transparent.
  gif.decodeAndBlitFrameRGBA(0, data)
  return onWhite({ width, height, data })
}

/** Lays a picture on white paper, in place. */
export function onWhite(pixels: Pixels): Pixels {
  const { data } = pixels
  for (let at = 0; at < data.length; at += 4) {
    const alpha = (data[at + 3] ?? 0) / 255
    if (alpha === 1) continue
    for (let channel = at; channel < at + 3; channel++) data[channel] = (data[channel] ?? 0) * alpha + 255 * (1 - alpha)
    data[at + 3] = 255
  }
  return pixels
}

/** Scales a picture down to a longest side; each new pixel is the average of those it covers. It is never enlarged. */
export function scaleDown(from: Pixels, longest: number): Pixels {
  const { width, height } = fitWithin(from.width, from.height, longest)
  if (width === from.width && height === from.height) return from
  const data = new Uint8ClampedArray(width * height * 4)
  const [across, down] = [from.width / width, from.height / height]
  for (let y = 0; y < height; y++) {
    const [top, bottom] = [Math.floor(y * down), Math.max(Math.floor(y * down) + 1, Math.floor((y + 1) * down))]
    for (let x = 0; x < width; x++) {
      const [left, right] = [Math.floor(x * across), Math.max(Math.floor(x * across) + 1, Math.floor((x + 1) * across))]
      let [r, g, b, a] = [0, 0, 0, 0]
      for (let row = top; row < bottom; row++)
        for (let at = (row * from.width + left) * 4; at < (row * from.width + right) * 4; at += 4) {
          r += from.data[at] ?? 0
          g += from.data[at + 1] ?? 0
          b += from.data[at + 2] ?? 0
          a += from.data[at + 3] ?? 0
        }
      const count = (bottom - top) * (right - left)
      data.set([r / count, g / count, b / count, a / count], (y * width + x) * 4)
    }
  }
  return { width, height, data }
}
