import { decodeState, digestOf, emptyDigest, encodeState, resumeDigest } from './digest.ts'
import type { FileStore, Saved } from './file-store.ts'
import { turn } from './turns.ts'
import type { UploadRow } from './upload-rows.ts'

/** What is noted of an unfinished file: how much of it is durable, and the state of the digest of that much. */
export interface Progress extends Saved {
  /** Null for an upload that a version without digests began. */
  readonly digest: string | null
}

/** Writes an upload from where it had stopped. */
export interface Writer {
  readonly received: number
  write(chunk: Uint8Array): Promise<void>
  /** Saves what was written; a complete file is also finished, and its digest returned. */
  end(complete: boolean): Promise<string | null>
  /** Lets go of the file, unless it was ended. */
  close(): Promise<void>
}

/** The digest of a complete upload in hex, from the state that was noted last. */
export async function finalDigest({ digest }: Progress): Promise<string | null> {
  const state = digest === null ? null : await decodeState(digest)
  return state && digestOf(state)
}

interface Hooks {
  /** Stores the progress of the upload. */
  note(progress: Progress): Promise<void>
  finish(saved: Progress): Promise<string | null>
}

/**
 * Opens an upload for writing after what was saved of it.
 * @throws FileLost when the store has lost some of that
 */
export async function openWriter(
  store: FileStore,
  { path, saved: before }: Pick<UploadRow, 'path' | 'saved'>,
  { note, finish }: Hooks,
): Promise<Writer> {
  const file = await store.open(path, before)
  const known = before.size ? before.digest && (await decodeState(before.digest)) : await emptyDigest()
  const digest = known ? await resumeDigest(known) : null
  let [received, hashed] = [before.size, before.size]
  let last: Uint8Array = new Uint8Array()
  let noted: Progress = before
  let kept: Saved = before
  let open = true

  /** A store may save only the first part of a chunk, so the digest is brought to exactly as far as that. */
  function hashTo(size: number) {
    if (size <= hashed) return
    digest?.add(last.subarray(hashed - received, size - received))
    hashed = size
  }
  async function noteSaved() {
    if (file.saved === kept) return
    kept = file.saved
    hashTo(kept.size)
    noted = { ...kept, digest: digest && encodeState(digest.state) }
    await note(noted)
  }
  async function close() {
    if (!open) return
    open = false
    await file.close()
  }

  return {
    get received() {
      return received
    },
    async write(chunk) {
      await turn()
      last = chunk
      await file.write(chunk)
      if (file.saved.size > kept.size) await noteSaved()
      hashTo(received + chunk.byteLength)
      received += chunk.byteLength
    },
    async end(complete) {
      try {
        await file.save(complete)
        await noteSaved()
      } finally {
        await close()
      }
      return complete ? finish(noted) : null
    },
    close,
  }
}
