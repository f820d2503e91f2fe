/**
 * A process that decodes what people send, one file at a time, without files, network or credentials of its own. It is
 * ended from outside when it takes too long or too much memory.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { setPriority } from 'node:os'
import { Worker } from 'node:worker_threads'
import encode, { init as initEncoder } from '@jsquash/webp/encode.js'
import decodeAvif, { init as initAvif } from '@jsquash/avif/decode.js'
import decodeWebp, { init as initWebp } from '@jsquash/webp/decode.js'
import { decodedText } from '../../lib/decoded-text.ts'
import { formatNumber } from '../../lib/numbers.ts'
import { withAnnotations } from '../../lib/pdf/annotations.ts'
import { HEADER_BYTES } from '../../lib/image-header.ts'
import { threadAt } from '../thread-at.ts'
import { jpegPage, type Source } from './jpeg-page.ts'
import { openPdfium, type Pdfium } from './pdfium.ts'
import { screenSize } from './render-page.ts'
import type { OcrMode } from './ocr.ts'
import { answerIn, bytesForHead, headOf, rawMessageIn } from './mail.ts'
import { fileOf, make, receive, tell } from './pipe.ts'
import { onWhite, pixelsOfGif, pixelsOfPng, scaleDown, type Pixels } from './pixels.ts'
import { NEEDS_MEMORY } from './reasons.ts'
import { PREVIEW_SIZES, type Asked, type Decoded, type DecodeTask, type Rendered } from './tasks.ts'
import { textOfOffice } from './text-of-office.ts'

/** Nice value, from 0 (normal) to 19: requests come first. */
const PRIORITY = 15
const QUALITY = 80
const [SMALL, LARGE] = PREVIEW_SIZES
/** In pixels an inch: finer pictures are read no better, and take longer. */
const FINE = 200
/** How many bytes a character takes at most. */
const MOST_BYTES = 4
const UNREADABLE = 'This picture cannot be read.'

/** The engines, which are read while files may be read, and compiled when they are first needed. */
const require = createRequire(import.meta.url)
const wasm = (name: string) => readFileSync(require.resolve(name))
const binaries = {
  pdfium: wasm('@embedpdf/pdfium/pdfium.wasm'),
  webp: wasm('@jsquash/webp/codec/dec/webp_dec.wasm'),
  avif: wasm('@jsquash/avif/codec/dec/avif_dec.wasm'),
}
/** What reads words in pictures, in a process that is for it. */
const words = process.argv[2] === 'words' ? await wordReader() : undefined
let pdfium: Promise<Pdfium> | undefined
let webp: Promise<unknown> | undefined
let avif: Promise<unknown> | undefined
const engine = () => (pdfium ??= openPdfium(binaries.pdfium))

async function wordReader() {
  const { openOcr, cleaned, placed } = await import('./ocr.ts')
  const program = wasm('tesseract.js-core/tesseract-core-simd-lstm.wasm')
  const language = readFileSync(require.resolve('@tesseract.js-data/eng/4.0.0_best_int/eng.traineddata.gz'))
  let reader: ReturnType<typeof openOcr> | undefined
  return async () => ({ read: await (reader ??= openOcr(program, language)), cleaned, placed })
}

/** Decodes a picture whole; the other types are drawn by PDFium. */
const decoders: Record<string, (bytes: Uint8Array<ArrayBuffer>) => Pixels | Promise<Pixels>> = {
  'image/png': pixelsOfPng,
  'image/gif': pixelsOfGif,
  async 'image/webp'(bytes) {
    await (webp ??= initWebp({ wasmBinary: binaries.webp }))
    return onWhite(await decodeWebp(bytes.buffer))
  },
  async 'image/avif'(bytes) {
    await (avif ??= initAvif({ wasmBinary: binaries.avif }))
    const decoded = await decodeAvif(bytes.buffer)
    if (!decoded) throw new Error(UNREADABLE)
    return onWhite(decoded)
  },
}

const bytesOf = ({ size, read }: Source, length = size) => {
  const bytes = new Uint8Array(Math.min(length, size))
  read(0, bytes)
  return bytes
}

async function largePixels(
  source: Source,
  { mime, page }: { mime: string; page: number },
): Promise<{ pixels: Pixels; pages?: number }> {
  const decoder = decoders[mime]
  if (decoder) return { pixels: scaleDown(await decoder(bytesOf(source)), LARGE) }
  const { renderPage } = await engine()
  if (mime === 'image/jpeg') {
    const wrapped = jpegPage(source, bytesOf(source, HEADER_BYTES), LARGE)
    return { pixels: renderPage(wrapped, { kind: 'picture', number: 1, sizeOf: (own) => own }).pixels }
  }
  return renderPage(source, { kind: 'page', number: page, sizeOf: screenSize })
}

async function encoded(pixels: Pixels, size: Rendered['size']): Promise<Rendered> {
  const { width, height } = pixels
  const bytes = new Uint8Array(
    await encode({ ...pixels, colorSpace: 'srgb' } as ImageData, { quality: QUALITY, method: 2 }),
  )
  make(bytes)
  return { size, width, height, length: bytes.byteLength }
}

type Work = {
  readonly [K in DecodeTask['do']]: (source: Source, task: Extract<DecodeTask, { do: K }>) => Promise<Decoded[K]>
}
const work: Work = {
  async render(source, task) {
    const { pixels, ...pages } = await largePixels(source, task)
    const small = scaleDown(pixels, SMALL)
    return { previews: [await encoded(small, SMALL), await encoded(pixels, LARGE)], ...pages }
  },
  async text(source, { mime, most }) {
    const say = (text: string) => make(new TextEncoder().encode(text))
    if (mime === 'application/pdf') {
      const without = (await engine()).textOf(source, most, say)
      return without === undefined ? {} : { without }
    }
    const isPlain = mime.startsWith('text/')
    const text = isPlain ? decodedText(bytesOf(source, MOST_BYTES * most)) : textOfOffice(source, most)
    say(text.slice(0, most))
    const isCut = text.length > most || (isPlain && source.size > MOST_BYTES * most)
    return isCut ? { without: `Only its first ${formatNumber(most)} characters can be searched.` } : {}
  },
  count: async (source) => ({ pages: (await engine()).countPages(source) }),
  page: async (source, { page, stamp }) => (await engine()).readPage(source, page, stamp, make),
  async recognize(source, { page, width, boxes }) {
    if (!words) throw new Error('This process reads no words in pictures.')
    const { read, cleaned, placed } = await words()
    const pictures = (await engine()).renderParts(source, { number: page, width, dpi: FINE, boxes }).map(cleaned)
    const found = (mode: OcrMode) =>
      pictures.flatMap((picture, nth) => placed(read(picture, mode), picture, boxes[nth]))
    return { readings: [found('blocks'), found('anywhere')] }
  },
  async unlock(source, { password }) {
    make((await engine()).unlock(source, password))
    return {}
  },
  async annotate(source, { marks }) {
    make(new Uint8Array(await withAnnotations(bytesOf(source), marks)))
    return {}
  },
  mailHead: async (source, { type }) => headOf(await rawMessageIn(bytesOf(source, bytesForHead(type)), type)),
  async mailAnswer(source, { type }) {
    const { text, files } = await answerIn(await rawMessageIn(bytesOf(source), type))
    for (const { bytes } of files) make(bytes)
    return { text, files: files.map(({ name, bytes }) => ({ name, length: bytes.byteLength })) }
  },
}

async function run({ task, size }: Asked): Promise<void> {
  try {
    const does = work[task.do] as (source: Source, task: DecodeTask) => Promise<Decoded[DecodeTask['do']]>
    const answer = await does(fileOf(size), task)
    tell({ kind: 'done', answer, memory: process.memoryUsage.rss() })
  } catch (error) {
    tell({ kind: 'failed', reason: reasonOf(error) })
  }
}

/** An engine compiled to WebAssembly aborts when it may have no more memory; what other decoders say is no sentence. */
function reasonOf(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  if (message.startsWith('Aborted(') || error instanceof RangeError) return NEEDS_MEMORY
  return message.endsWith('.') ? message : `This file cannot be read: ${message}.`
}

setPriority(PRIORITY)
// Whoever stops the server stops this process through it, so that a file it was about is read again later.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => {})
new Worker(threadAt(import.meta.url, 'parent-thread'), { workerData: process.ppid })
  // Files may be read until the thread has read its own.
  .once('message', () => void serve())

async function serve(): Promise<void> {
  // It loads a module of its own.
  await initEncoder({ wasmBinary: wasm('@jsquash/webp/codec/enc/webp_enc_simd.wasm') })
  process.permission?.drop('fs.read')
  tell({ kind: 'ready' })
  for (let frame = receive(); frame; frame = receive()) await run(frame.head)
  process.exit()
}
