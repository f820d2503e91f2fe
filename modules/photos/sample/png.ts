const SIGNATURE = [137, 80, 78, 71, 13, 10, 26, 10]

const crcTable = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? 0xedb88320 ^ (value >>> 1) : value >>> 1
  return value >>> 0
})

function chunk(type: string, data: Uint8Array): Uint8Array {
  const bytes = new Uint8Array(data.length + 12)
  const view = new DataView(bytes.buffer)
  view.setUint32(0, data.length)
  bytes.set(new TextEncoder().encode(type), 4)
  bytes.set(data, 8)
  let crc = 0xffffffff
  for (let at = 4; at < data.length + 8; at++) crc = (crcTable[(crc ^ (bytes[at] ?? 0)) & 255] ?? 0) ^ (crc >>> 8)
  view.setUint32(data.length + 8, ~crc >>> 0)
  return bytes
}

async function bytesOf(stream: ReadableStream<Uint8Array<ArrayBuffer>>): Promise<Uint8Array> {
  const parts: Uint8Array<ArrayBuffer>[] = []
  const reader = stream.getReader()
  for (let read = await reader.read(); !read.done; read = await reader.read()) parts.push(read.value)
  return new Uint8Array(await new Blob(parts).arrayBuffer())
}

/** Red, green and blue bytes, row by row, as a PNG file. */
export async function toPng(pixels: Uint8Array, width: number, height: number): Promise<Uint8Array<ArrayBuffer>> {
  const row = width * 3
  const filtered = new Uint8Array((row + 1) * height)
  for (let y = 0; y < height; y++) {
    // Each row as the difference from the one above, which is little in most places.
    filtered[y * (row + 1)] = 2
    for (let x = 0; x < row; x++)
      filtered[y * (row + 1) + 1 + x] = (pixels[y * row + x] ?? 0) - (y ? (pixels[(y - 1) * row + x] ?? 0) : 0)
  }
  const packed = new Blob([filtered]).stream().pipeThrough(new CompressionStream('deflate'))
  const header = new Uint8Array(13)
  const view = new DataView(header.buffer)
  view.setUint32(0, width)
  view.setUint32(4, height)
  // Eight bits a channel, red, green and blue.
  header.set([8, 2], 8)
  const parts = [
    Uint8Array.from(SIGNATURE),
    chunk('IHDR', header),
    chunk('IDAT', await bytesOf(packed)),
    chunk('IEND', new Uint8Array()),
  ]
  return new Uint8Array(await new Blob(parts.map((part) => part.slice())).arrayBuffer())
}
