import type { FileStore } from '../files/file-store.ts'
import { createPlaces } from '../places.ts'
import { startChild, type Child, type Kind } from './child.ts'
import { NEEDS_MEMORY, takesLong, Undecodable } from './reasons.ts'
import { watchMemory } from './resident-memory.ts'
import { BLOCK, type Decoded, type DecodeTask, type Sink } from './tasks.ts'
import { createTimer, processorTimeOf } from './timer.ts'

const MEGABYTE = 1024 * 1024
/** What a process may hold, and what one at a time may that has a large picture. */
const [MOST_MEMORY, MOST_FOR_PICTURE] = [256 * MEGABYTE, 640 * MEGABYTE]
/** How many files are open at once, each in a process of its own. */
const AT_ONCE = 2
/**
 * What WebAssembly has taken it never gives back, so a process that holds more than this is replaced. One that renders
 * ordinary sheets holds 165 MB, one that reads words in pictures 300 MB: starting anew takes ten times as long as a page.
 */
const MOST_KEPT = { files: 200 * MEGABYTE, words: 400 * MEGABYTE }
/** How long a process waits for another file, in ms. */
const IDLE = 60_000

/** A stored file. */
export interface StoredBytes {
  readonly store: Pick<FileStore, 'read' | 'size'>
  readonly path: string
}

export interface Options {
  /** How long it may take, in ms; waiting for the store does not count, nor for a busy processor. */
  readonly patience: number
  readonly sink?: Sink
}

export interface Decoder {
  /** @throws Undecodable with a sentence about the file, also when it takes too long or too much memory */
  decode<T extends DecodeTask>(file: StoredBytes, task: T, options: Options): Promise<Decoded[T['do']]>
  close(): Promise<void>
}

/** Reading words in pictures takes the memory of a large one whatever the page, and an engine that nothing else loads. */
const kindOf = ({ do: does }: DecodeTask): Kind => (does === 'recognize' ? 'words' : 'files')

/** Only a picture, a page that may be one, or a form with a mail is worth the memory of a large one. */
const maybeLarge = ({ do: does }: DecodeTask) => does === 'render' || does === 'page' || does === 'mailHead'

/** A mail is held several times while its files are made, so that one of this size is known to need the memory. */
const LARGE_MAIL = 8 * MEGABYTE
const isLarge = ({ do: does }: DecodeTask, size: number) => does === 'mailAnswer' && size > LARGE_MAIL

/** An attempt at a task. */
interface Attempt<T extends DecodeTask> {
  readonly task: T
  readonly size: number
  readonly most: number
  readonly patience: number
  readonly sink: Sink
  readonly tooLong: Undecodable
}

/**
 * Decodes what people send in processes of their own: decoders meet whatever there is, and a file that never ends,
 * breaks its decoder or takes too much memory costs that process alone. The bytes come from the store through this
 * process, so that the other one needs neither files nor network.
 */
export function createDecoder(): Decoder {
  const places = createPlaces(AT_ONCE)
  const forLarge = createPlaces(1)
  const children = new Set<Child>()
  const idle: { child: Child; end: ReturnType<typeof setTimeout> }[] = []
  const takeIdle = (kind: Kind) => {
    const at = idle.findIndex(({ child }) => child.kind === kind)
    return at < 0 ? undefined : idle.splice(at, 1)[0]
  }

  /** Engines of WebAssembly are told the larger limit, since not all of them say what they lack at the smaller one. */
  async function start(kind: Kind): Promise<Child> {
    const child = await startChild(MOST_FOR_PICTURE, kind)
    children.add(child)
    return child
  }
  function end(child: Child, reason = new Error('It is not needed any more.')) {
    children.delete(child)
    child.end(reason)
  }
  async function take(kind: Kind): Promise<Child> {
    const waiting = takeIdle(kind)
    if (!waiting) return start(kind)
    clearTimeout(waiting.end)
    waiting.child.idle(false)
    return waiting.child
  }
  function keep(child: Child) {
    child.idle(true)
    const stop = () => {
      idle.splice(0, idle.length, ...idle.filter((one) => one.child !== child))
      end(child)
    }
    idle.push({ child, end: setTimeout(stop, IDLE).unref() })
  }

  async function ask<T extends DecodeTask>(
    child: Child,
    { store, path }: StoredBytes,
    { task, size, sink, most, patience, tooLong }: Attempt<T>,
  ): Promise<Decoded[T['do']]> {
    const timer = createTimer(patience, () => processorTimeOf(child.pid))
    const timeIsUp = () => child.end(tooLong)
    const unwatch = watchMemory(child.pid, most, () => child.end(new Undecodable(NEEDS_MEMORY)))
    async function untimed<R>(run: () => R | Promise<R>): Promise<R> {
      timer.hold()
      const result = await run()
      timer.run(timeIsUp)
      return result
    }
    timer.run(timeIsUp)
    try {
      child.send({ task, size })
      for (;;) {
        const { head, body } = await child.next()
        if (head.kind === 'read') child.send(await untimed(() => bytesAt(store, path, head)))
        else if (head.kind === 'made') await untimed(() => sink(body))
        else if (head.kind === 'failed') throw new Undecodable(head.reason)
        else if (head.kind === 'done') {
          if (head.memory > MOST_KEPT[child.kind]) end(child)
          else keep(child)
          return head.answer as Decoded[T['do']]
        }
      }
    } catch (error) {
      end(child)
      throw error
    } finally {
      timer.hold()
      unwatch()
    }
  }

  async function decode<T extends DecodeTask>(
    file: StoredBytes,
    task: T,
    { patience, sink }: Options,
  ): Promise<Decoded[T['do']]> {
    const size = await file.store.size(file.path)
    if (size === null) throw new Undecodable('The file is missing in the file store.')
    let made = false
    const attempt = {
      task,
      size,
      patience,
      tooLong: new Undecodable(takesLong(patience)),
      sink(bytes: Uint8Array) {
        made = true
        return sink?.(bytes)
      },
    }
    const kind = kindOf(task)
    if (kind === 'files' && !isLarge(task, size))
      try {
        return await ask(await take(kind), file, { ...attempt, most: MOST_MEMORY })
      } catch (error) {
        const needsMore = error instanceof Undecodable && error.message === NEEDS_MEMORY && maybeLarge(task)
        if (!needsMore || made) throw error
      }
    return forLarge(async () => {
      // A process that waits to read further words holds as much as a large picture does.
      const waiting = kind === 'words' ? undefined : takeIdle('words')
      if (waiting) {
        clearTimeout(waiting.end)
        end(waiting.child)
      }
      const child = await (kind === 'words' ? take(kind) : start(kind))
      return ask(child, file, { ...attempt, most: MOST_FOR_PICTURE })
    })
  }

  return {
    decode: (file, task, options) => places(() => decode(file, task, options)),
    async close() {
      for (const one of idle.splice(0)) clearTimeout(one.end)
      for (const child of children) end(child, new Error('The server stops.'))
    },
  }
}

/** @throws when the store does not have as many bytes as it said */
async function bytesAt(
  store: StoredBytes['store'],
  path: string,
  { position, length }: { position: number; length: number },
): Promise<Uint8Array> {
  if (!(position >= 0 && length > 0 && length <= BLOCK)) throw new Undecodable('This file cannot be opened.')
  const stream = await store.read(path, { start: position, end: position + length - 1 })
  const bytes = stream && new Uint8Array(await new Response(stream).arrayBuffer())
  if (bytes?.byteLength !== length) throw new Error(`The file store does not have all of ${path}.`)
  return bytes
}
