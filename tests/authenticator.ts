import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { isoCBOR } from '@simplewebauthn/server/helpers'

const base64url = (bytes: Uint8Array | string) => Buffer.from(bytes).toString('base64url')
const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest()

/** What a test makes wrong about an answer. */
export interface Wrong {
  origin?: string
  rpId?: string
  challenge?: string
  counter?: number
  /** False where nobody was asked for a finger or a PIN. */
  verified?: boolean
}

/** A passkey of a device that the tests make up: ES256, without attestation. */
export function createAuthenticator(at: { origin: string; rpId: string }) {
  const id = randomBytes(16)
  let counter = 0
  let keys: { privateKey: KeyObject; publicKey: KeyObject } | undefined

  const clientData = (type: string, challenge: string, { origin = at.origin }: Wrong) =>
    Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false }))
  function authenticatorData(
    { rpId = at.rpId, verified = true, counter: told = ++counter }: Wrong,
    rest = Buffer.alloc(0),
  ) {
    const flags = 0x01 | (verified ? 0x04 : 0) | (rest.length ? 0x40 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(told)
    return Buffer.concat([sha256(rpId), Buffer.from([flags]), count, rest])
  }
  const answer = (response: object) => ({
    id: base64url(id),
    rawId: base64url(id),
    type: 'public-key',
    clientExtensionResults: {},
    response,
  })

  return {
    id: base64url(id),
    /** Answers the options of a passkey that is to be added. */
    make(options: { challenge: string }, wrong: Wrong = {}) {
      keys = generateKeyPairSync('ec', { namedCurve: 'P-256' })
      const { x = '', y = '' } = keys.publicKey.export({ format: 'jwk' })
      const key = new Map<number, number | Uint8Array<ArrayBuffer>>([
        [1, 2],
        [3, -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ])
      const length = Buffer.alloc(2)
      length.writeUInt16BE(id.length)
      const credential = Buffer.concat([Buffer.alloc(16), length, id, isoCBOR.encode(key)])
      const authData = new Uint8Array(authenticatorData(wrong, credential))
      const attestation = new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authData],
      ])
      return answer({
        clientDataJSON: base64url(clientData('webauthn.create', wrong.challenge ?? options.challenge, wrong)),
        attestationObject: base64url(isoCBOR.encode(attestation as Parameters<typeof isoCBOR.encode>[0])),
        transports: ['internal'],
      })
    },
    /** Answers the options of a sign-in. */
    use(options: { challenge: string }, wrong: Wrong = {}) {
      if (!keys) throw new Error('This passkey was not made yet.')
      const data = clientData('webauthn.get', wrong.challenge ?? options.challenge, wrong)
      const authData = authenticatorData(wrong)
      return answer({
        clientDataJSON: base64url(data),
        authenticatorData: base64url(authData),
        signature: base64url(sign('sha256', Buffer.concat([authData, sha256(data)]), keys.privateKey)),
      })
    },
  }
}
