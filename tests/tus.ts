import { BASE, type Client } from './harness.ts'

const encoded = (text: string) => Buffer.from(text).toString('base64')

interface Announced {
  /** The collection it will be attached to. */
  for: string
  size: number
  name?: string
  key?: string
}

/** Sends a tus request as `client`, with the protocol's headers and the session's. */
export async function tus(
  client: Client,
  method: string,
  path: string,
  headers: Record<string, string> = {},
  body?: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
) {
  const init: RequestInit & { duplex?: 'half' } = {
    method,
    headers: {
      accept: 'application/json',
      'tus-resumable': '1.0.0',
      'x-xsrf-token': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? ''),
      ...headers,
    },
    ...(body && { body, duplex: 'half' }),
  }
  const answer = await client.fetch(`${BASE}${path}`, init)
  const text = await answer.text()
  return {
    status: answer.status,
    headers: answer.headers,
    offset: Number(answer.headers.get('upload-offset') ?? Number.NaN),
    // Each test knows the shape of its responses.
    // oxlint-disable-next-line typescript/no-explicit-any
    data: (text && answer.headers.get('content-type')?.includes('json') ? JSON.parse(text) : text) as any,
  }
}

export const create = (client: Client, { for: place, size, name = 'panel.jpg', key }: Announced) =>
  tus(client, 'POST', '/uploads', {
    'upload-length': String(size),
    'upload-metadata': [
      `filename ${encoded(name)}`,
      `for ${encoded(place)}`,
      ...(key ? [`key ${encoded(key)}`] : []),
    ].join(),
  })

export const patch = (
  client: Client,
  path: string,
  offset: number,
  body: Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array>,
) =>
  tus(
    client,
    'PATCH',
    path,
    { 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
    body,
  )

export const head = (client: Client, path: string) => tus(client, 'HEAD', path)

/** The id that a record is attached by. */
export const idOf = (location: string | null): string => String(location).split('/').at(-1) ?? ''

/** Uploads a whole file, and answers its id. */
export async function uploaded(client: Client, announced: Omit<Announced, 'size'>, bytes: Uint8Array<ArrayBuffer>) {
  const { headers } = await create(client, { ...announced, size: bytes.byteLength })
  const location = headers.get('location') ?? ''
  await patch(client, location, 0, bytes)
  return idOf(location)
}
