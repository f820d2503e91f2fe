import type { Context } from '../context/context.ts'
import type { Ctx } from '../ctx.ts'
import type { Incoming } from '../files/incoming.ts'
import { takeOver } from '../files/stored-file.ts'
import type { MadeFile, PdfProblem, PdfTools } from '../pdf-tools.ts'
import type { Decoder } from '../decode/decoder.ts'
import { Undecodable } from '../decode/reasons.ts'
import type { Decoded, DecodeTask, Sink } from '../decode/tasks.ts'

interface Deps {
  readonly incoming: Incoming
  readonly decoder: Decoder
  /** How long one file may take, in ms. */
  readonly patience: number
}

const isContext = (ctx: Ctx): ctx is Context => 'jobs' in ctx && 'db' in ctx

/** Reads stored PDFs, and keeps what is made of them in the file store. */
export function createPdfTools({ incoming, decoder, patience }: Deps): PdfTools {
  const { store } = incoming
  async function ask<T extends DecodeTask, R>(
    path: string,
    task: T,
    after: (answer: Decoded[T['do']]) => R | Promise<R>,
    sink?: Sink,
  ): Promise<R | PdfProblem> {
    try {
      return await after(await decoder.decode({ store, path }, task, { patience, ...(sink && { sink }) }))
    } catch (error) {
      if (!(error instanceof Undecodable)) throw error
      return { problem: error.message }
    }
  }

  /** Asks for a file, which is written while it comes. It is journaled like uploads, in case of a crash. */
  async function made<T extends DecodeTask, R extends object>(
    path: string,
    task: T,
    about: (answer: Decoded[T['do']]) => R,
  ): Promise<(R & { file: MadeFile }) | PdfProblem> {
    const { row, writer } = await incoming.createForForm({ user_id: 0, place: 'pdf', name: path })
    let size = 0
    const sink = async (bytes: Uint8Array) => {
      await writer.write(bytes)
      size += bytes.byteLength
    }
    try {
      const answer = await ask(
        path,
        task,
        async (answer) => {
          const sha256 = await writer.end(true)
          return { ...about(answer), file: { id: row.id, path: row.path, size, sha256 } }
        },
        sink,
      )
      if ('problem' in answer) await incoming.discard(row)
      return answer
    } finally {
      await writer.close()
    }
  }

  return {
    count: (path) => ask(path, { do: 'count' }, ({ pages }) => ({ pages })),
    page: (path, page, stamp) => made(path, { do: 'page', page, stamp }, (answer) => answer),
    recognize: (path, { number, ...parts }) =>
      ask(path, { do: 'recognize', page: number, ...parts }, (answer) => answer),
    unlock: (path, password) => made(path, { do: 'unlock', password }, () => ({})),
    annotate: (path, marks) => made(path, { do: 'annotate', marks }, () => ({})),
    discard: (file) => incoming.discard(file),
    async attach(ctx, entity, id, { size, ...upload }) {
      if (!isContext(ctx)) throw new Error('A file is attached in a transaction.')
      const file = { upload, size, name: '', mime: 'application/pdf' }
      await takeOver(ctx, entity, id, file, 'preview_state' in entity.fields)
    },
  }
}
