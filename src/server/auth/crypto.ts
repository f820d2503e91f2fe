const encoder = new TextEncoder()
const hex = (buffer: ArrayBuffer) =>
  [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, '0')).join('')

/** SHA-256 in hex; what is kept of a session id, so that a stolen database opens no session. */
export const sha256 = async (text: string): Promise<string> =>
  hex(await crypto.subtle.digest('SHA-256', encoder.encode(text)))

/** Signs with the app's secret: HMAC-SHA256 in hex, as the Pusher protocol asks of channel signatures. */
export async function createSigner(secret: string): Promise<(text: string) => Promise<string>> {
  const key = await crypto.subtle.importKey('raw', encoder.encode(secret), { name: 'HMAC', hash: 'SHA-256' }, false, [
    'sign',
  ])
  return async (text) => hex(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
}

/** Compares without telling by its time how much was right. */
export function sameText(a: string, b: string): boolean {
  if (a.length !== b.length) return false
  let different = 0
  for (let at = 0; at < a.length; at++) different |= a.charCodeAt(at) ^ b.charCodeAt(at)
  return different === 0
}
