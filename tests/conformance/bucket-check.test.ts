import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { s3Store } from '#server/files/s3-store.ts'
import { startBucket } from '../bucket.ts'

/** A store in front of the tests' bucket, which answers some requests differently. */
async function checked(differs: (request: IncomingMessage, response: ServerResponse) => boolean) {
  const server = createServer((request, response) => {
    request.resume()
    if (!differs(request, response)) response.writeHead(200).end('<Empty/>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return s3Store({
    bucket: `http://127.0.0.1:${port}/b`,
    region: 'us-east-1',
    accessKey: 'k',
    secretKey: 's',
  }).check?.()
}
const refused = (status: number, xml: string, headers: Record<string, string> = {}) =>
  checked((_, response) => {
    response.writeHead(status, headers).end(`<Error>${xml}</Error>`)
    return true
  })

test('a bucket that does all that is needed passes, and nothing of the trial stays', async () => {
  const bucket = await startBucket()
  onTestFinished(bucket.close)
  expect(await s3Store(bucket.config).check?.()).toEqual([])
  expect([bucket.objects.size, bucket.uploads.size]).toEqual([0, 0])
})

test.each<[status: number, xml: string, headers: Record<string, string>, says: RegExp]>([
  [
    403,
    '<Code>AccessDenied</Code>',
    {},
    /^The file store answered 403 AccessDenied\. The key of S3_URL must be allowed/,
  ],
  [
    403,
    '<Code>RequestTimeTooSkewed</Code>',
    { date: 'Mon, 02 Nov 2026 10:00:00 GMT' },
    /It is Mon, 02 Nov 2026 10:00:00 GMT there and .* GMT here: set the clock\.$/,
  ],
  [400, '<Code>AuthorizationHeaderMalformed</Code><Region>eu-1</Region>', {}, /Set region=eu-1 in S3_URL\.$/],
  [301, '<Code>PermanentRedirect</Code>', { 'x-amz-bucket-region': 'eu-2' }, /Set region=eu-2 in S3_URL\.$/],
  [
    307,
    '<Code>TemporaryRedirect</Code><Endpoint>b.s3.example</Endpoint>',
    {},
    /It is served at b\.s3\.example: set S3_URL/,
  ],
  [501, '<Code>NotImplemented</Code><Message>No.</Message>', {}, /^The file store answered 501 NotImplemented\. No\.$/],
])('a bucket that answers %i %s is refused with what to do', async (status, xml, headers, says) => {
  await expect(refused(status, xml, headers)).rejects.toThrow(says)
})

test('a bucket that fails now is no reason not to start', async () => {
  const [line, ...more] = (await refused(503, '<Code>SlowDown</Code>')) ?? []
  expect(line).toBe('The file store answered 503 SlowDown. Until that changes, files cannot be stored or read.')
  expect(more).toEqual([])
})

test('a store that answers whole files where parts are asked for, or takes no uploads in parts, is refused', async () => {
  await expect(
    checked((request, response) => {
      if (request.method !== 'GET' || !request.headers.range) return begun(request, response)
      response.writeHead(200).end('Plumbline')
      return true
    }),
  ).rejects.toThrow('The file store does not answer a range of bytes')
  await expect(
    checked((request, response) => {
      if (!request.headers.range) return false
      response.writeHead(206).end('line')
      return true
    }),
  ).rejects.toThrow(/takes no uploads in parts|does not serve presigned links/)
})
const begun = ({ method }: IncomingMessage, response: ServerResponse) => {
  if (method === 'POST') response.end('<UploadId>1</UploadId>')
  return method === 'POST'
}
