import { readSync, writeSync } from 'node:fs'
import type { Source } from './jpeg-page.ts'
import { lengthsIn, packed, PREFIX, unpacked, type Frame } from './frames.ts'
import { BLOCK, type Asked, type Told } from './tasks.ts'

/** The pipe to the server. It is read and written without the event loop, as decoders ask for bytes in mid-work. */
const PIPE = 3
/** Blocks of a file that are kept, since decoders read in small pieces and return to what they read before. */
const MOST_BLOCKS = 16

/** Null when the server is gone. */
function exactly(length: number): Buffer<ArrayBuffer> | null {
  const bytes = Buffer.alloc(length)
  for (let at = 0; at < length;) {
    const count = readSync(PIPE, bytes, at, length - at, null)
    if (!count) return null
    at += count
  }
  return bytes
}

/** Waits for the server; null when it is gone. */
export function receive(): Frame<Asked> | null {
  const prefix = exactly(PREFIX)
  if (!prefix) return null
  const [head, body] = lengthsIn(prefix)
  const rest = exactly(head + body)
  return rest && unpacked(rest, head)
}

export function tell(told: Told, body?: Uint8Array): void {
  const frame = packed(told, body)
  for (let at = 0; at < frame.byteLength;) at += writeSync(PIPE, frame, at)
}

/** Hands over what is made of a file, in pieces that the server takes one at a time. */
export function make(bytes: Uint8Array): void {
  for (let at = 0; at < bytes.byteLength; at += BLOCK) tell({ kind: 'made' }, bytes.subarray(at, at + BLOCK))
}

/** The file of the task, whose bytes the server reads from wherever it is. */
export function fileOf(size: number): Source {
  const blocks = new Map<number, Uint8Array>()
  function block(nth: number): Uint8Array {
    const kept = blocks.get(nth)
    blocks.delete(nth)
    const found = kept ?? fetched(nth * BLOCK)
    // The one that was used last is the last one to go.
    blocks.set(nth, found)
    const [oldest] = blocks.keys()
    if (blocks.size > MOST_BLOCKS && oldest !== undefined) blocks.delete(oldest)
    return found
  }
  function fetched(position: number): Uint8Array {
    tell({ kind: 'read', position, length: Math.min(BLOCK, size - position) })
    const frame = receive()
    if (!frame) process.exit()
    return frame.body
  }
  return {
    size,
    read(position, into) {
      const end = Math.min(position + into.byteLength, size)
      for (let at = Math.max(0, position); at < end;) {
        const nth = Math.floor(at / BLOCK)
        const piece = block(nth).subarray(at - nth * BLOCK, end - nth * BLOCK)
        into.set(piece, at - position)
        at += piece.byteLength
      }
    },
  }
}
