import { Worker } from 'node:worker_threads'
import type { ReadPage } from '../pdf-tools.ts'
import { threadAt } from '../thread-at.ts'

/** The longest sides that previews are made at, in pixels (rule preview): a tile, and a screen. */
export const PREVIEW_SIZES = [320, 1600] as const
export type PreviewSize = (typeof PREVIEW_SIZES)[number]

/** A preview: WebP, at most `size` pixels on its longest side. */
export interface Rendered {
  readonly size: PreviewSize
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array<ArrayBuffer>
}

/** What the thread is asked to render: a file of this machine. */
export interface RenderTask {
  readonly file: string
  readonly mime: string
  /** The page of a PDF, from 1. */
  readonly page: number
  /** Reads its text instead: at most so many characters. */
  readonly text?: number
  /** Reads a drawing set instead. */
  readonly pdf?: PdfTask
}
/** What is asked of a PDF: how many pages it has, one of them as a file of its own, or a copy without its password. */
export type PdfTask = { count: true } | { page: number; stamp?: string | undefined } | { password: string }
export interface PdfResult {
  readonly pages?: number
  readonly page?: ReadPage
  readonly bytes?: Uint8Array<ArrayBuffer>
}
/** What was rendered, and how many pages the file has if it has pages. */
export interface RenderResult {
  readonly previews: readonly Rendered[]
  readonly pages?: number
}
/** The thread's answer: the previews or the reason for the failure, and its memory in bytes. */
export interface RenderAnswer extends Partial<RenderResult> {
  readonly text?: string
  readonly pdf?: PdfResult
  readonly reason?: string
  readonly memory: number
}

/** Why a file has no preview; another try would end the same. */
export class NoPreview extends Error {}

export interface Renderer {
  /** Whether there are previews of files of this type. */
  takes(mime: string): boolean
  /** @throws NoPreview when the file cannot be rendered, or not in time */
  render(task: RenderTask): Promise<RenderResult>
  /** The text of a PDF or a Word document. @throws NoPreview when it cannot be read, or not in time */
  textOf(task: { file: string; mime: string; most: number }): Promise<string>
  /** Reads a drawing set. @throws NoPreview when it cannot be read, or not in time */
  readPdf(file: string, task: PdfTask): Promise<PdfResult>
  close(): Promise<void>
}

const rendered = new Set(['application/pdf', 'image/jpeg', 'image/png', 'image/webp', 'image/gif', 'image/avif'])
/** How long one file may take, in ms. */
const PATIENCE = 60_000
/** What WebAssembly has taken it never gives back, so a thread that holds more than this is replaced. */
const MOST_MEMORY = 512 * 1024 * 1024

/**
 * Renders previews in a thread of their own, one file after the other: decoders meet whatever people upload, and one that
 * never ends, crashes or takes too much memory costs only that thread.
 */
export function createRenderer({ patience = PATIENCE } = {}): Renderer {
  let thread: Worker | undefined
  let current: { resolve: (answer: RenderAnswer) => void; reject: (error: unknown) => void } | undefined
  let last: Promise<unknown> = Promise.resolve()

  async function replaceThread() {
    const old = thread
    thread = undefined
    await old?.terminate()
  }
  function startThread(): Worker {
    const worker = new Worker(threadAt(import.meta.url, 'render-thread'))
    const fail = (reason: string) => worker === thread && current?.reject(new NoPreview(reason))
    worker.on('message', (answer: RenderAnswer) => worker === thread && current?.resolve(answer))
    worker.on('error', (error) => fail(`The renderer failed: ${String(error)}`))
    worker.on('exit', (code) => fail(`The renderer ended with ${code}.`))
    return worker
  }
  async function ask(task: RenderTask): Promise<RenderAnswer> {
    const worker = (thread ??= startThread())
    const { promise, resolve, reject } = Promise.withResolvers<RenderAnswer>()
    current = { resolve, reject }
    const tooSlow = setTimeout(() => reject(new NoPreview(`It took more than ${patience / 1000} seconds.`)), patience)
    worker.ref()
    worker.postMessage(task, [])
    try {
      return await promise
    } finally {
      clearTimeout(tooSlow)
      // An idle thread must not keep the process alive.
      worker.unref()
    }
  }
  async function askWell(task: RenderTask): Promise<RenderAnswer> {
    const answer = await ask(task).catch(async (error: unknown) => {
      await replaceThread()
      throw error
    })
    // An engine that gave up may be left in any state.
    if (answer.memory > MOST_MEMORY || answer.reason !== undefined) await replaceThread()
    return answer
  }
  async function renderNow(task: RenderTask): Promise<RenderResult> {
    const { previews, pages, reason } = await askWell(task)
    if (!previews) throw new NoPreview(reason ?? 'It could not be rendered.')
    return { previews, ...(pages !== undefined && { pages }) }
  }
  async function readNow(task: RenderTask): Promise<string> {
    const { text, reason } = await askWell(task)
    if (text === undefined) throw new NoPreview(reason ?? 'It could not be read.')
    return text
  }
  async function readPdfNow(task: RenderTask): Promise<PdfResult> {
    const { pdf, reason } = await askWell(task)
    if (pdf === undefined) throw new NoPreview(reason ?? 'It could not be read.')
    return pdf
  }
  const inTurn = <T>(run: () => Promise<T>): Promise<T> => {
    const turn = last.then(run)
    last = turn.catch(() => {})
    return turn
  }

  return {
    takes: (mime) => rendered.has(mime),
    render: (task) => inTurn(() => renderNow(task)),
    textOf: ({ file, mime, most }) => inTurn(() => readNow({ file, mime, page: 1, text: most })),
    readPdf: (file, pdf) => inTurn(() => readPdfNow({ file, mime: 'application/pdf', page: 1, pdf })),
    close: replaceThread,
  }
}
