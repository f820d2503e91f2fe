/** Two lengths of 32 bits: of a head, which is JSON, and of the bytes that follow it. */
export const PREFIX = 8

export interface Frame<T> {
  readonly head: T
  readonly body: Uint8Array<ArrayBuffer>
}

/** A frame as it is written. */
export function packed(head: object, body: Uint8Array = new Uint8Array()): Buffer<ArrayBuffer> {
  const text = Buffer.from(JSON.stringify(head))
  const frame = Buffer.alloc(PREFIX + text.byteLength + body.byteLength)
  frame.writeUInt32LE(text.byteLength, 0)
  frame.writeUInt32LE(body.byteLength, 4)
  frame.set(text, PREFIX)
  frame.set(body, PREFIX + text.byteLength)
  return frame
}

/** How long head and body are, by a frame's first bytes. */
export const lengthsIn = (prefix: Buffer): readonly [number, number] => [prefix.readUInt32LE(0), prefix.readUInt32LE(4)]

export const unpacked = <T>(rest: Buffer<ArrayBuffer>, length: number): Frame<T> => ({
  head: JSON.parse(rest.toString('utf8', 0, length)) as T,
  body: new Uint8Array(rest.buffer, rest.byteOffset + length, rest.byteLength - length),
})
