import { execFileSync, spawn } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, onTestFinished, test } from 'vitest'
import { WebSocket } from 'ws'
import { removeFolders, sampleFolder, startServer, temporaryFolder } from '../contract/server.ts'
import { eventually } from '../eventually.ts'
import { jpeg } from '../files.ts'
import { freePort } from '../postgres.ts'
import { isBrief } from '../tier.ts'
import { uploaded } from '../tus.ts'
import { createRemote } from './browser.ts'

afterAll(removeFolders)

const hasNginx = (() => {
  try {
    execFileSync('nginx', ['-v'], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
})()

/** The configuration in docs/deploy, for one process on a port of its own and without TLS. */
function documented(port: number, server: number): string {
  const text = readFileSync(fileURLToPath(new URL('../../docs/deploy/nginx.conf', import.meta.url)), 'utf8')
  const changed = text
    .replace(/^ {2}server 127\.0\.0\.1:8080 .*$/m, `  server 127.0.0.1:${server} max_fails=0;`)
    .replace(/^ {2}server 127\.0\.0\.1:8081 .*$/m, '')
    .replace('listen 443 ssl;', `listen 127.0.0.1:${port};`)
    .replace(/^ *ssl_certificate.*$/gm, '')
  expect(changed).toContain(`127.0.0.1:${server}`)
  expect(changed).toContain(`listen 127.0.0.1:${port}`)
  return changed
}

async function startNginx(port: number, server: number) {
  const folder = temporaryFolder()
  const file = join(folder, 'nginx.conf')
  const paths = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'].map(
    (name) => `${name}_temp_path ${folder}/${name};`,
  )
  writeFileSync(
    file,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr;
events {}
http { access_log off; ${paths.join(' ')}
${documented(port, server)} }`,
  )
  const child = spawn('nginx', ['-p', folder, '-c', file], { stdio: ['ignore', 'ignore', 'inherit'] })
  onTestFinished(
    () =>
      new Promise<void>((done) => {
        child.once('close', () => done())
        child.kill('SIGTERM')
      }),
  )
  await eventually(() => fetch(`http://127.0.0.1:${port}/healthz`))
}

// On a machine without nginx this one is skipped, and listed as skipped.
test.skipIf(isBrief || !hasNginx)(
  'the app works behind the nginx of the manual, on another port than 443',
  async () => {
    const [port, own] = [await freePort(), await freePort()]
    const address = `http://localhost:${port}`
    const server = await startServer({
      args: ['--api-only'],
      dataDir: await sampleFolder(),
      env: { APP_URL: address, PORT: String(own), TRUST_PROXY: '1' },
    })
    await startNginx(port, own)

    const admin = createRemote(() => address)
    expect((await admin.signIn('admin@plumbline.test')).status).toBe(204)
    const at = '/api/projects/1/attachments'
    const upload_id = await uploaded(admin, { for: at }, new Uint8Array(jpeg('through a proxy')))
    expect((await admin.post(at, { upload_id })).status).toBe(201)

    const open = (origin: string) =>
      new Promise<number>((done) => {
        const socket = new WebSocket(`ws://127.0.0.1:${port}/app/plumbline?protocol=7`, {
          headers: { Origin: origin, Host: `localhost:${port}` },
        })
        socket.on('unexpected-response', (_, { statusCode = 0 }) => done(statusCode))
        socket.on('error', () => {})
        socket.on('message', () => {
          done(101)
          socket.terminate()
        })
      })
    expect(await open(address)).toBe(101)
    expect(await open('https://evil.example')).toBe(403)
    await server.stop()
  },
)
