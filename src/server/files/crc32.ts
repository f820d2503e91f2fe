import type { Crc32 } from './zip.ts'

const table = Uint32Array.from({ length: 256 }, (_, byte) => {
  let rest = byte
  for (let bit = 0; bit < 8; bit++) rest = rest & 1 ? 0xedb88320 ^ (rest >>> 1) : rest >>> 1
  return rest
})

/** CRC-32 for the server in the browser. In Node, that of `node:zlib` takes its place, which is 40 times as fast. */
export const portableCrc32: Crc32 = (bytes, before) => {
  let crc = ~before
  for (const byte of bytes) crc = (table[(crc ^ byte) & 255] ?? 0) ^ (crc >>> 8)
  return ~crc >>> 0
}
