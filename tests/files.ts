import { BASE, type Client } from './harness.ts'

const START = [0xff, 0xd8, 0xff, 0xe0, 0, 16, 0x4a, 0x46, 0x49, 0x46, 0, 1, 1, 0, 0, 1, 0, 1, 0, 0]
const frame = (width: number, height: number) => [
  0xff,
  0xc0,
  0,
  17,
  8,
  height >> 8,
  height & 255,
  width >> 8,
  width & 255,
  3,
  1,
  0x22,
  0,
  2,
  0x11,
  1,
  3,
  0x11,
  1,
]

/** The header of a JPEG of this size without image data. `word` makes the bytes unique. */
export function jpeg(word = '', [width, height] = [40, 30]): ArrayBuffer {
  const head = [...START, ...frame(width, height)]
  const rest = new TextEncoder().encode(word)
  const bytes = new Uint8Array(head.length + rest.length)
  bytes.set(head)
  bytes.set(rest, head.length)
  return bytes.buffer
}

/** The header of a picture as iPhones take it. */
export const heic = new TextEncoder().encode('\0\0\0\x18ftypheic\0\0\0\0mif1heic')

type Content = string | ArrayBuffer | Uint8Array<ArrayBuffer>
export type Parts = Record<string, string | readonly [name: string, content: Content]>

/** A multipart form with texts and named files. */
export function formOf(parts: Parts): FormData {
  const form = new FormData()
  for (const [name, part] of Object.entries(parts))
    if (typeof part === 'string') form.append(name, part)
    else form.append(name, new File([part[1]], part[0]))
  return form
}

/** Posts a form with files as `client`. */
export async function upload(client: Client, path: string, parts: Parts | FormData, key?: string) {
  const response = await client.fetch(`${BASE}${path}`, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'x-xsrf-token': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
      ...(key && { 'idempotency-key': key }),
    },
    body: parts instanceof FormData ? parts : formOf(parts),
  })
  // Each test knows the shape of its responses.
  // oxlint-disable-next-line typescript/no-explicit-any
  const data: any = await response.json()
  return { status: response.status, data }
}
