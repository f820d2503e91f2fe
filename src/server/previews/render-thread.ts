/** A worker thread that renders previews of files, one at a time. */
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import encode, { init as initEncoder } from '@jsquash/webp/encode.js'
import decode, { init as initDecoder } from '@jsquash/webp/decode.js'
import { fitWithin } from '../../lib/fit-within.ts'
import { HEADER_BYTES } from '../../lib/image-header.ts'
import { jpegPage, PDF_MAX, type Source } from './jpeg-page.ts'
import { openPdfium, type Pdfium } from './pdfium.ts'
import { pixelsOfPng, scaleDown, type Pixels } from './pixels.ts'
import { PREVIEW_SIZES, type RenderAnswer, type Rendered, type RenderTask } from './renderer.ts'

/** Nice value, from 0 (normal) to 19: requests come first. */
const PRIORITY = 15
const QUALITY = 80
const [SMALL, LARGE] = PREVIEW_SIZES

const require = createRequire(import.meta.url)
const wasm = (name: string) => readFileSync(require.resolve(name))
const ready = (async () => {
  await initEncoder({ wasmBinary: wasm('@jsquash/webp/codec/enc/webp_enc_simd.wasm') })
  await initDecoder({ wasmBinary: wasm('@jsquash/webp/codec/dec/webp_dec.wasm') })
})()
let pdfium: Promise<Pdfium> | undefined

/** A file as a source that is read piece by piece. */
function sourceOf(fd: number): Source {
  const { size } = fstatSync(fd)
  return {
    size,
    read(position, into) {
      for (let at = 0; at < into.byteLength;) {
        const count = readSync(fd, into, at, into.byteLength - at, position + at)
        if (!count) return
        at += count
      }
    },
  }
}
const bytesOf = ({ size, read }: Source, length = size) => {
  const bytes = new Uint8Array(Math.min(length, size))
  read(0, bytes)
  return bytes
}

async function largePixels(source: Source, mime: string): Promise<Pixels> {
  if (mime === 'image/png') return scaleDown(pixelsOfPng(bytesOf(source)), LARGE)
  if (mime === 'image/webp') return scaleDown(await decode(bytesOf(source).buffer), LARGE)
  const { renderFirstPage } = await (pdfium ??= openPdfium(wasm('@embedpdf/pdfium/pdfium.wasm')))
  if (mime === 'image/jpeg')
    return renderFirstPage(jpegPage(source, bytesOf(source, HEADER_BYTES), LARGE), 'picture', (page) => page)
  return renderFirstPage(source, 'page', ({ width, height }) => {
    if (!(width > 0 && height > 0 && Math.max(width, height) <= PDF_MAX))
      throw new Error('Its page has no sensible size.')
    const longest = Math.max(width, height)
    return fitWithin((width * LARGE) / longest, (height * LARGE) / longest, LARGE)
  })
}

async function render({ file, mime }: RenderTask): Promise<Rendered[]> {
  await ready
  const fd = openSync(file, 'r')
  try {
    const large = await largePixels(sourceOf(fd), mime)
    const small = scaleDown(large, SMALL)
    return [await encoded(small, SMALL), await encoded(large, LARGE)]
  } finally {
    closeSync(fd)
  }
}

async function encoded(pixels: Pixels, size: Rendered['size']): Promise<Rendered> {
  const { width, height } = pixels
  const bytes = new Uint8Array(
    await encode({ ...pixels, colorSpace: 'srgb' } as ImageData, { quality: QUALITY, method: 2 }),
  )
  return { size, width, height, bytes }
}

/** Linux has a priority per thread, by its id; on other systems nothing changes. */
if (process.platform === 'linux') {
  const [, id] = /(\d+)$/.exec(readlinkSync('/proc/thread-self')) ?? []
  if (id) setPriority(Number(id), PRIORITY)
}

parentPort?.on('message', async (task: RenderTask) => {
  const result: Pick<RenderAnswer, 'previews' | 'reason'> = await render(task).then(
    (previews) => ({ previews }),
    (error: unknown) => ({ reason: error instanceof Error ? error.message : String(error) }),
  )
  const wasmMemory = (await pdfium?.catch(() => undefined))?.memory() ?? 0
  const answer: RenderAnswer = { ...result, memory: wasmMemory + getHeapStatistics().external_memory }
  parentPort?.postMessage(answer, result.previews?.map(({ bytes }) => bytes.buffer) ?? [])
})
