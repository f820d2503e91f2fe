import { connect } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { removeFolders, sampleFolder, startServer, type Started } from './server.ts'

let server: Started
beforeAll(async () => {
  server = await startServer({ args: ['--api-only'], dataDir: await sampleFolder() })
})
afterAll(async () => {
  await server.stop()
  removeFolders()
})

/** Sends the head of a request and as much of its body, and resolves with all that comes until the connection ends. */
const said = (head: readonly string[], body: string) =>
  new Promise<string>((done, fail) => {
    let text = ''
    const socket = connect(server.port, '127.0.0.1', () => socket.write(`${head.join('\r\n')}\r\n\r\n${body}`))
    socket.on('data', (bytes) => (text += String(bytes)))
    socket.on('error', fail)
    socket.on('close', () => done(text))
  })

test.each([
  ['of a length that is too large', ['Content-Length: 50000000'], 'x'.repeat(100_000)],
  ['in chunks without end', ['Transfer-Encoding: chunked'], `${(2_000_000).toString(16)}\r\n${'x'.repeat(1_500_000)}`],
])('a body %s is refused with 413 on a connection that says that it ends', async (_, headers, body) => {
  const start = ['POST /login HTTP/1.1', 'Host: localhost', 'Content-Type: application/json']
  const answer = await said([...start, ...headers], body)
  expect(answer).toMatch(/^HTTP\/1\.1 413 /)
  expect(answer).toMatch(/\r\nconnection: close\r\n/i)
  expect(answer).toContain('{"message":"That is more than can be taken at once."}')
})

test('a sender that breaks off after it was refused does no harm', async () => {
  const { process } = server
  for (let count = 0; count < 20; count++)
    await new Promise<void>((done) => {
      const socket = connect(server.port, '127.0.0.1', () =>
        socket.write(
          `POST /login HTTP/1.1\r\nHost: localhost\r\nContent-Length: 50000000\r\n\r\n${'x'.repeat(100_000)}`,
        ),
      )
      socket.on('error', () => {})
      socket.once('data', () => (count % 2 ? socket.resetAndDestroy() : socket.destroy()))
      socket.on('close', () => done())
    })
  expect((await fetch(`${server.url}/healthz`)).status).toBe(200)
  expect([process.exitCode, server.output()]).toEqual([null, expect.not.stringContaining('An error nobody handled')])
})

test('a refusal of what has come leaves the connection open', async () => {
  const answer = await fetch(`${server.url}/login`, { method: 'POST', body: '{}' })
  expect([answer.status, answer.headers.get('connection')]).toEqual([419, 'keep-alive'])
})
