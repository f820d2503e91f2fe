import { readdirSync } from 'node:fs'
import { Agent, request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { createRemote } from '../faults/browser.ts'
import { removeFolders, sampleFolder, startServer, type Started } from './server.ts'
import { eventually } from '../eventually.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)

/** Stops a server, and resolves with its exit code and whether it had to break off what was still open. */
async function stopped(server: Started) {
  const code = await server.stop()
  return { code, brokeOff: /broken off/.test(server.output()) }
}
const send = (server: Started, text: string) =>
  new Promise<Socket>((done) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(text, () => done(socket)))
    socket.on('error', () => {})
  })

test.runIf(!isBrief)('a stalled upload is broken off by a shutdown, and leaves nothing behind', async () => {
  const server = await startServer({ args: ['--api-only'], dataDir: await sampleFolder() })
  const admin = createRemote(() => server.url)
  expect((await admin.signIn('admin@plumbline.test')).status).toBe(204)
  const lines = [
    'POST /api/projects/1/attachments HTTP/1.1',
    'Host: localhost',
    `Cookie: ${[...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    `X-XSRF-TOKEN: ${decodeURIComponent(admin.cookies.get('XSRF-TOKEN') ?? '')}`,
    'Content-Type: multipart/form-data; boundary=x',
    'Content-Length: 100000',
    '',
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\n\r\ncode,hours\r\n',
  ]
  await send(server, lines.join('\r\n'))
  const coming = join(server.dataDir, 'files', 'coming')
  await eventually(() => expect(readdirSync(coming)).toHaveLength(1))
  expect(await stopped(server)).toEqual({ code: 0, brokeOff: true })
  expect(readdirSync(coming)).toEqual([])
})

test.runIf(!isBrief)(
  'keep-alive connections, incomplete requests and silent sockets are broken off by a shutdown',
  async () => {
    const server = await startServer({ args: ['--api-only', '--empty'] })
    const agent = new Agent({ keepAlive: true })
    await new Promise((done) =>
      request(`${server.url}/healthz`, { agent }, (answer) => answer.resume().on('end', done)).end(),
    )
    await send(server, 'GET /healthz HTTP/1.1\r\nHost: ')
    // Opens a WebSocket and then neither reads nor writes.
    const mute = await send(
      server,
      'GET /app/plumbline?protocol=7 HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n',
    )
    await new Promise((done) => mute.once('readable', done))
    expect(await stopped(server)).toEqual({ code: 0, brokeOff: true })
    agent.destroy()
  },
)

test.runIf(!isBrief)('an idle connection is kept for longer than a proxy keeps it', async () => {
  const server = await startServer({ args: ['--api-only', '--empty'] })
  const { headers } = await fetch(`${server.url}/healthz`)
  expect(Number(/timeout=(\d+)/.exec(headers.get('keep-alive') ?? '')?.[1])).toBeGreaterThan(60)
  await server.stop()
})

test.runIf(!isBrief)('busy keep-alive connections are told to close, and the shutdown is immediate', async () => {
  const server = await startServer({ args: ['--api-only', '--empty'] })
  const agent = new Agent({ keepAlive: true, maxSockets: 4 })
  let asking = true
  const ask = () =>
    new Promise<void>((done) => {
      request(`${server.url}/api/app`, { agent }, (answer) => answer.resume().on('close', done))
        .on('error', () => done())
        .end()
    })
  const browsers = Array.from({ length: 4 }, async () => {
    while (asking) await ask()
  })
  await ask()
  const end = await stopped(server)
  asking = false
  expect(end).toEqual({ code: 0, brokeOff: false })
  await Promise.all(browsers)
  agent.destroy()
})
