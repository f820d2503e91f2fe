import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { realpathSync } from 'node:fs'
import { join, relative, sep } from 'node:path'
import type { Duplex } from 'node:stream'
import { fileURLToPath } from 'node:url'
import { root } from '../root.ts'
import { threadAt } from '../thread-at.ts'
import { lengthsIn, packed, PREFIX, unpacked, type Frame } from './frames.ts'
import { ENDED, NEEDS_MEMORY, Undecodable } from './reasons.ts'
import { BLOCK, type Asked, type Told } from './tasks.ts'

const PAGE = 64 * 1024
const MEGABYTE = 1024 * 1024
/** Objects of JavaScript, which are few: pixels, files and the memory of engines are outside of its heap. */
const MOST_HEAP = 128
/** The longest head: the texts of a page with their places. */
const MOST_HEAD = 4 * MEGABYTE
const MOST_COMPLAINT = 2000

const program = fileURLToPath(threadAt(import.meta.url, 'decode-process'))
/** The code: `src` or `dist-server`, what is installed, and the file that says how both are loaded. */
const readable = [relative(root, program).split(sep)[0] ?? '', 'node_modules', 'package.json']

/** Where it lies and is looked up, which differ where what is installed is a link to another folder. */
const placesOf = (name: string) => [...new Set([join(root, name), realpathSync(join(root, name))])]

/** How Node.js runs a program that may read its own code alone, and nothing once it is loaded. */
export const flagsFor = (mostMemory: number): string[] => [
  '--permission',
  '--allow-worker',
  ...readable.flatMap(placesOf).map((place) => `--allow-fs-read=${place}`),
  '--no-warnings',
  `--max-old-space-size=${MOST_HEAP}`,
  `--wasm-max-mem-pages=${Math.floor(mostMemory / PAGE)}`,
]

/** No credentials, and the system's allocator gives back what is free. */
const environment = () => ({
  MALLOC_ARENA_MAX: '2',
  MALLOC_MMAP_THRESHOLD_: '131072',
  MALLOC_TRIM_THRESHOLD_: '131072',
  ...(process.env.SystemRoot && { SystemRoot: process.env.SystemRoot }),
})

/** What a process is for: files of all kinds, or words in pictures, whose engine takes a second to load. */
export type Kind = 'files' | 'words'

/** A process that decodes files. */
export interface Child {
  readonly kind: Kind
  readonly pid: number
  send(asked: Asked | Uint8Array): void
  /** What it tells next. @throws why it ended, when it did */
  next(): Promise<Frame<Told>>
  /** Ends it at once, for this reason. */
  end(reason: Error): void
  /** An idle one does not keep this process alive. */
  idle(is: boolean): void
}

/** Starts a process that may hold so many bytes, as far as it can be told to keep to it by itself. */
export async function startChild(mostMemory: number, kind: Kind): Promise<Child> {
  const child = spawn(process.execPath, [...flagsFor(mostMemory), program, kind], {
    env: environment(),
    stdio: ['ignore', 'ignore', 'pipe', 'pipe'],
    windowsHide: true,
  })
  const pipe = child.stdio[3] as Duplex & { ref(): void; unref(): void }
  const stderr = child.stderr as typeof child.stderr & { ref(): void; unref(): void }
  let complaint = ''
  stderr.on('data', (text: Buffer) => (complaint = `${complaint}${text.toString()}`.slice(-MOST_COMPLAINT)))
  // A pipe that breaks ends with the process, which is what counts.
  pipe.on('error', () => {})
  let ready = false
  let ended: Error | undefined
  const gone = once(child, 'close').then(
    ([code, signal]) => {
      if (!ready) ended ??= new Error(`What decodes files cannot start (${code ?? signal}). ${complaint}`)
      // V8 aborts when its heap is full.
      ended ??= new Undecodable(/heap out of memory|heap limit/i.test(complaint) ? NEEDS_MEMORY : ENDED)
    },
    (error: unknown) => void (ended ??= new Error('What decodes files cannot start.', { cause: error })),
  )
  const frames = framesIn(pipe)
  async function next(): Promise<Frame<Told>> {
    const { value } = await frames.next()
    if (value) return value
    await gone
    throw ended ?? new Error(ENDED)
  }
  await next()
  ready = true
  return {
    kind,
    pid: child.pid ?? 0,
    send: (asked) => void pipe.write(asked instanceof Uint8Array ? packed({}, asked) : packed(asked)),
    next,
    end(reason) {
      ended ??= reason
      child.kill('SIGKILL')
    },
    idle(is) {
      for (const handle of [child, pipe, stderr])
        if (is) handle.unref()
        else handle.ref()
    },
  }
}

/** The frames in a stream, of which no more is read than is asked for; none when it breaks or holds something else. */
async function* framesIn(stream: Duplex): AsyncGenerator<Frame<Told>, undefined> {
  let held = Buffer.alloc(0)
  const pieces: Buffer<ArrayBuffer>[] = []
  let [have, need] = [0, PREFIX]
  try {
    for await (const piece of stream as AsyncIterable<Buffer<ArrayBuffer>>) {
      pieces.push(piece)
      have += piece.byteLength
      while (have >= need) {
        held = Buffer.concat(pieces.splice(0))
        const [head, body] = lengthsIn(held)
        if (head > MOST_HEAD || body > BLOCK) return
        need = PREFIX + head + body
        if (have >= need) {
          yield unpacked<Told>(Buffer.from(held.subarray(PREFIX, need)), head)
          held = held.subarray(need)
          have -= need
          need = PREFIX
        }
        pieces.push(held)
      }
    }
  } catch {
    // The process ended in the middle of a frame.
  }
}
