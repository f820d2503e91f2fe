/** Writes pictures with a palette of 256 colors, in which those of screens take a third of the bytes. */
import { crc32, deflateSync, constants } from 'node:zlib'
import { decode } from 'fast-png'

const MOST_COLORS = 256
/** How far colors of a palette are from each other at least, by the sum of their parts. */
const steps = [0, 4, 8, 12, 18, 26, 40, 60]
const SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const INDEXED = 3

const distance = (one: number, other: number): number =>
  Math.abs((one >> 16) - (other >> 16)) +
  Math.abs(((one >> 8) & 255) - ((other >> 8) & 255)) +
  Math.abs((one & 255) - (other & 255))

/** The most frequent colors, none within so much of another, so that rare ones of pictures have their place too. */
function apart(colors: readonly number[], least: number): number[] | undefined {
  const chosen: number[] = []
  for (const color of colors) {
    if (chosen.some((other) => distance(color, other) < least)) continue
    if (chosen.length === MOST_COLORS) return undefined
    chosen.push(color)
  }
  return chosen
}

/** The palette of a picture: all its colors where they are few, and otherwise as many as fit, as near as they come. */
function paletteOf(counts: ReadonlyMap<number, number>): number[] {
  const byCount = [...counts].toSorted(([, one], [, other]) => other - one).map(([color]) => color)
  for (const least of steps) {
    const found = apart(byCount, least)
    if (found) return found
  }
  return byCount.slice(0, MOST_COLORS)
}

function chunk(kind: string, data: Uint8Array): Buffer {
  const named = Buffer.concat([Buffer.from(kind, 'latin1'), data])
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  sum.writeUInt32BE(crc32(named))
  return Buffer.concat([length, named, sum])
}

/** The same picture, with 256 colors at most. */
export function withPalette(png: Uint8Array): Buffer {
  const { width, height, data, channels } = decode(png)
  const colorAt = (at: number) =>
    (((data[at * channels] ?? 0) << 16) | ((data[at * channels + 1] ?? 0) << 8) | (data[at * channels + 2] ?? 0)) >>> 0
  const counts = new Map<number, number>()
  for (let at = 0; at < width * height; at++) counts.set(colorAt(at), (counts.get(colorAt(at)) ?? 0) + 1)
  const palette = paletteOf(counts)
  const indexes = new Map<number, number>()
  for (const color of counts.keys()) {
    let nearest = 0
    for (const [index, other] of palette.entries())
      if (distance(color, other) < distance(color, palette[nearest] ?? 0)) nearest = index
    indexes.set(color, nearest)
  }
  const lines = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) lines[y * (width + 1) + 1 + x] = indexes.get(colorAt(y * width + x)) ?? 0
  const header = Buffer.alloc(13)
  header.writeUInt32BE(width, 0)
  header.writeUInt32BE(height, 4)
  header.set([8, INDEXED], 8)
  const packed = deflateSync(lines, { level: constants.Z_BEST_COMPRESSION, memLevel: 9 })
  return Buffer.concat([
    SIGNATURE,
    chunk('IHDR', header),
    chunk('PLTE', Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]))),
    chunk('IDAT', packed),
    chunk('IEND', Buffer.alloc(0)),
  ])
}
