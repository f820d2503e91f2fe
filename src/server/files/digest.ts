import { createSHA256, type IHasher } from 'hash-wasm'

/**
 * The state of a SHA-256 digest after some bytes. Unlike those of the platform's digests it can be stored, so that an
 * upload is hashed while it comes in, over any number of requests and processes.
 */
export type DigestState = Uint8Array

let opened: Promise<IHasher> | undefined
const open = () => (opened ??= createSHA256())

/** The state before the first byte. */
export const emptyDigest = async (): Promise<DigestState> => (await open()).init().save()

/** Hashes a file from front to back; the file's bytes may come in pieces of any size. */
export interface RunningDigest {
  /** Adds bytes. */
  add(bytes: Uint8Array): void
  readonly state: DigestState
}

/** Goes on from a state. One instance of the hasher serves all files, since each step begins from a file's own state. */
export async function resumeDigest(from: DigestState): Promise<RunningDigest> {
  const sha = await open()
  let state = from
  return {
    add: (bytes) => void (state = sha.load(state).update(bytes).save()),
    get state() {
      return state
    },
  }
}

/** The digest in hex. */
export const digestOf = async (state: DigestState): Promise<string> => (await open()).load(state).digest('hex')

export const encodeState = (state: DigestState): string =>
  btoa(Array.from(state, (byte) => String.fromCharCode(byte)).join(''))

/** A stored state; null for one that another version of the library wrote, whose file then has no digest. */
export async function decodeState(text: string): Promise<DigestState | null> {
  const state = Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0))
  const own = await emptyDigest()
  // The first four bytes identify the implementation that wrote a state.
  return state.length === own.length && own.subarray(0, 4).every((byte, at) => state[at] === byte) ? state : null
}
