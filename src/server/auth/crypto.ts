import { hmac } from '@noble/hashes/hmac.js'
import { sha256 as digest } from '@noble/hashes/sha2.js'
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js'

// Pure JavaScript, because it also runs in the browser, and because the platform's asynchronous hashing takes longer
// for a few bytes, as it hands them to another thread.

/** SHA-256 in hex. Only this hash of a session id is stored, so that a stolen database opens no session. */
export const sha256 = (data: string | Uint8Array): string =>
  bytesToHex(digest(typeof data === 'string' ? utf8ToBytes(data) : data))

/** Signs with the app's secret: HMAC-SHA256 in hex, as the Pusher protocol requires for channel signatures. */
export function createSigner(secret: string): (text: string) => string {
  const keyed = hmac.create(digest, utf8ToBytes(secret))
  return (text) => bytesToHex(keyed.clone().update(utf8ToBytes(text)).digest())
}

/** Constant-time comparison, so that response times do not reveal how much of a guess was right. */
export function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let different = 0
  for (let at = 0; at < a.length; at++) different |= a.charCodeAt(at) ^ b.charCodeAt(at)
  return different === 0
}
