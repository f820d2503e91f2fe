import wasmUrl from '@embedpdf/pdfium/pdfium.wasm?url'
import { lazily } from '../core/entity/field.ts'
import { decodedText } from '../lib/decoded-text.ts'
import { fitWithin } from '../lib/fit-within.ts'
import { startPdfium } from '../lib/pdf/pdfium.ts'
import type { Decoder, Options, StoredBytes } from './decode/decoder.ts'
import type { Source } from './decode/jpeg-page.ts'
import { renderPage, screenSize } from './decode/render-page.ts'
import type { PreviewEngine } from './environment.ts'
import { readWith } from './previews/reading.ts'
import { Undecodable } from './decode/reasons.ts'
import { PREVIEW_SIZES, type Decoded, type DecodeTask, type Rendered, type Sink } from './decode/tasks.ts'
import { textOfPdf } from './decode/text-of-pdf.ts'

const QUALITY = 0.8
const PDF = 'application/pdf'
/** How long the first file waits, in ms: what draws pages is larger than the app, which comes first. */
const CALM = 8000

const engine = lazily(async () => startPdfium(await (await fetch(wasmUrl)).arrayBuffer()))
const calm = lazily(() => new Promise((done) => setTimeout(done, CALM)))

async function bytesOf({ store, path }: StoredBytes): Promise<Uint8Array<ArrayBuffer>> {
  const found = await store.read(path)
  if (!found) throw new Error('The file is gone.')
  return new Uint8Array(await new Response(found).arrayBuffer())
}

const sourceOf = (bytes: Uint8Array): Source => ({
  size: bytes.byteLength,
  read: (position, into) => into.set(bytes.subarray(position, position + into.byteLength)),
})

type Of<K extends DecodeTask['do']> = Extract<DecodeTask, { do: K }>

async function pictureOf(bytes: Uint8Array<ArrayBuffer>, { mime, page }: Of<'render'>) {
  if (mime !== PDF) return { picture: await createImageBitmap(new Blob([bytes], { type: mime })) }
  const what = { kind: 'page', number: page, sizeOf: screenSize } as const
  const { pixels, pages } = renderPage(await engine(), sourceOf(bytes), what)
  const data = new ImageData(new Uint8ClampedArray(pixels.data), pixels.width, pixels.height)
  return { picture: await createImageBitmap(data), pages }
}

async function drawn(picture: ImageBitmap, size: Rendered['size'], sink?: Sink): Promise<Rendered> {
  const { width, height } = fitWithin(picture.width, picture.height, size)
  const canvas = new OffscreenCanvas(width, height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height)
  const encoded = await canvas.convertToBlob({ type: 'image/webp', quality: QUALITY })
  await sink?.(new Uint8Array(await encoded.arrayBuffer()))
  return { size, width, height, length: encoded.size }
}

async function textIn(bytes: Uint8Array<ArrayBuffer>, { mime, most }: Of<'text'>, sink?: Sink) {
  const parts: string[] = []
  if (mime === PDF) textOfPdf(await engine(), sourceOf(bytes), most, (text) => parts.push(text))
  else if (mime.startsWith('text/')) parts.push(decodedText(bytes))
  else throw new Undecodable('The demo reads PDFs and text alone.')
  await sink?.(new TextEncoder().encode(parts.join('').slice(0, most)))
  return {}
}

async function previewsIn(bytes: Uint8Array<ArrayBuffer>, task: Of<'render'>, sink?: Sink) {
  const { picture, pages } = await pictureOf(bytes, task)
  const previews: Rendered[] = []
  for (const size of PREVIEW_SIZES) previews.push(await drawn(picture, size, sink))
  picture.close()
  return { previews, ...(pages !== undefined && { pages }) }
}

type Work = {
  readonly [K in DecodeTask['do']]?: (bytes: Uint8Array<ArrayBuffer>, task: Of<K>, sink?: Sink) => Promise<Decoded[K]>
}
const work: Work = { render: previewsIn, text: textIn }

const decoder: Decoder = {
  async decode<T extends DecodeTask>(file: StoredBytes, task: T, { sink }: Options) {
    const does = work[task.do] as
      | ((bytes: Uint8Array<ArrayBuffer>, task: T, sink?: Sink) => Promise<Decoded[T['do']]>)
      | undefined
    if (!does) throw new Undecodable('The demo reads no sets of drawings.')
    await calm()
    try {
      return await does(await bytesOf(file), task, sink)
    } catch (error) {
      if (error instanceof Undecodable) throw error
      throw new Undecodable(error instanceof Error ? error.message : String(error))
    }
  },
  close: async () => {},
}

/** The files are the visitor's own: nobody waits for another one's. */
const patience = { guest: Infinity, staff: Infinity }

/** Previews drawn in the worker that the server runs in, with what browsers have for pictures. */
export const browserPreviews = (): PreviewEngine => readWith(decoder, { patience, watchesMemory: false })
