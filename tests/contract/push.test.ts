import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'

/** Sends one message as the server does, in a process of Node's own: Vitest's loader finds names in packages that Node does not. */
const SENDING = `
import { createECDH, randomBytes } from 'node:crypto'
const [file, endpoint] = process.argv.slice(1)
const { openWebPush } = await import(file)
const device = createECDH('prime256v1')
const keys = { p256dh: device.generateKeys('base64url'), auth: randomBytes(16).toString('base64url') }
const pusher = openWebPush(() => true)(() => '01'.repeat(32), 'https://plumbline.example.com')
console.log(await pusher.send({ endpoint, ...keys }, { payload: { title: 'RFI 13' }, topic: 'rfi-13', urgent: true }))
`

test('a push message leaves a process that Node runs by itself', async () => {
  const received: { headers: IncomingMessage['headers']; bytes: number }[] = []
  const service = createServer(async (request, response) => {
    received.push({ headers: request.headers, bytes: (await buffer(request)).byteLength })
    response.writeHead(201).end()
  }).listen(0, '127.0.0.1')
  await once(service, 'listening')
  try {
    const file = new URL('../../src/server/push/web-push.ts', import.meta.url).href
    const { port } = service.address() as AddressInfo
    const { stdout } = await promisify(execFile)(
      process.execPath,
      ['--input-type=module', '--eval', SENDING, file, `http://127.0.0.1:${port}/device`],
      { cwd: fileURLToPath(new URL('../..', import.meta.url)) },
    )
    expect(stdout).toBe('true\n')
    expect(received).toMatchObject([
      { headers: { 'content-encoding': 'aes128gcm', urgency: 'high', topic: 'rfi-13', ttl: '86400' } },
    ])
    expect(received[0]?.bytes).toBeGreaterThan(0)
  } finally {
    service.close()
  }
})
