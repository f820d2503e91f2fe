/** A worker thread that renders previews of files, one at a time. */
import { closeSync, fstatSync, openSync, readFileSync, readlinkSync, readSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { getHeapStatistics } from 'node:v8'
import { parentPort } from 'node:worker_threads'
import encode, { init as initEncoder } from '@jsquash/webp/encode.js'
import decodeAvif, { init as initAvif } from '@jsquash/avif/decode.js'
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js'
import { fitWithin } from '../../lib/fit-within.ts'
import { HEADER_BYTES } from '../../lib/image-header.ts'
import { jpegPage, PDF_MAX, type Source } from './jpeg-page.ts'
import { openPdfium, type Pdfium } from './pdfium.ts'
import { onWhite, pixelsOfGif, pixelsOfPng, scaleDown, type Pixels } from './pixels.ts'
import { textOfDocx } from './text-of-docx.ts'
import {
  PREVIEW_SIZES,
  type RenderAnswer,
  type Rendered,
  type PdfResult,
  type PdfTask,
  type RenderResult,
  type RenderTask,
} from './renderer.ts'

/** Nice value, from 0 (normal) to 19: requests come first. */
const PRIORITY = 15
const QUALITY = 80
const [SMALL, LARGE] = PREVIEW_SIZES

const require = createRequire(import.meta.url)
const wasm = (name: string) => readFileSync(require.resolve(name))
const ready = (async () => {
  await initEncoder({ wasmBinary: wasm('@jsquash/webp/codec/enc/webp_enc_simd.wasm') })
})()
let pdfium: Promise<Pdfium> | undefined

/** Decodes a picture whole; the other types are drawn by PDFium. Each decoder is loaded when it is first needed. */
const decoders: Record<string, (bytes: Uint8Array<ArrayBuffer>) => Pixels | Promise<Pixels>> = {
  'image/png': pixelsOfPng,
  'image/gif': pixelsOfGif,
  async 'image/webp'(bytes) {
    await (webp ??= initWebp({ wasmBinary: wasm('@jsquash/webp/codec/dec/webp_dec.wasm') }))
    return onWhite(await decodeWebp(bytes.buffer))
  },
  async 'image/avif'(bytes) {
    await (avif ??= initAvif({ wasmBinary: wasm('@jsquash/avif/codec/dec/avif_dec.wasm') }))
    const decoded = await decodeAvif(bytes.buffer)
    if (!decoded) throw new Error('This picture cannot be read.')
    return onWhite(decoded)
  },
}
let webp: Promise<unknown> | undefined
let avif: Promise<unknown> | undefined

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

async function largePixels(source: Source, { mime, page }: RenderTask): Promise<{ pixels: Pixels; pages?: number }> {
  const decoder = decoders[mime]
  if (decoder) return { pixels: scaleDown(await decoder(bytesOf(source)), LARGE) }
  const { renderPage } = await (pdfium ??= openPdfium(wasm('@embedpdf/pdfium/pdfium.wasm')))
  if (mime === 'image/jpeg') {
    const wrapped = jpegPage(source, bytesOf(source, HEADER_BYTES), LARGE)
    return { pixels: renderPage(wrapped, { kind: 'picture', number: 1, sizeOf: (own) => own }).pixels }
  }
  return renderPage(source, { kind: 'page', number: page, sizeOf: screenSize })
}

/** A page is rendered as large as a screen, whatever its own size. */
function screenSize({ width, height }: { width: number; height: number }) {
  if (!(width > 0 && height > 0 && Math.max(width, height) <= PDF_MAX))
    throw new Error('Its page has no sensible size.')
  const longest = Math.max(width, height)
  return fitWithin((width * LARGE) / longest, (height * LARGE) / longest, LARGE)
}

async function render(task: RenderTask): Promise<RenderResult> {
  await ready
  const fd = openSync(task.file, 'r')
  try {
    const { pixels, ...pages } = await largePixels(sourceOf(fd), task)
    const small = scaleDown(pixels, SMALL)
    return { previews: [await encoded(small, SMALL), await encoded(pixels, LARGE)], ...pages }
  } finally {
    closeSync(fd)
  }
}

/** What can be searched in a file: the text of a PDF or of a Word document. */
async function textOf({ file, mime }: RenderTask, most: number): Promise<string> {
  const fd = openSync(file, 'r')
  try {
    const source = sourceOf(fd)
    if (mime !== 'application/pdf') return textOfDocx(source, most)
    return (await (pdfium ??= openPdfium(wasm('@embedpdf/pdfium/pdfium.wasm')))).textOf(source, most)
  } finally {
    closeSync(fd)
  }
}

async function readPdf({ file }: RenderTask, task: PdfTask): Promise<PdfResult> {
  const fd = openSync(file, 'r')
  try {
    const source = sourceOf(fd)
    const engine = await (pdfium ??= openPdfium(wasm('@embedpdf/pdfium/pdfium.wasm')))
    if ('page' in task) return { page: engine.readPage(source, task.page, task.stamp) }
    return 'password' in task ? { bytes: engine.unlock(source, task.password) } : { pages: engine.countPages(source) }
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
  const work = async () => {
    if (task.pdf) return { pdf: await readPdf(task, task.pdf) }
    return task.text === undefined ? render(task) : { text: await textOf(task, task.text) }
  }
  const result: Omit<RenderAnswer, 'memory'> = await work().catch((error: unknown) => ({
    reason: reasonOf(error),
  }))
  const wasmMemory = (await pdfium?.catch(() => undefined))?.memory() ?? 0
  const answer: RenderAnswer = { ...result, memory: wasmMemory + getHeapStatistics().external_memory }
  const made = result.pdf?.page?.bytes ?? result.pdf?.bytes
  const moved = [...(result.previews ?? []).map(({ bytes }) => bytes.buffer), ...(made ? [made.buffer] : [])]
  parentPort?.postMessage(answer, moved)
})

/** An engine compiled to WebAssembly aborts when it may have no more memory. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return message.startsWith('Aborted(') ? 'It needs more memory than it may have.' : message
}
