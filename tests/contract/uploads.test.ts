import { readdirSync, readFileSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { createRemote } from '../faults/browser.ts'
import { jpeg, upload } from '../files.ts'
import type { Client } from '../harness.ts'
import { onSignal, removeFolders, sampleFolder, startServer, type Started } from './server.ts'
import { eventually } from '../eventually.ts'
import { openFiles } from '../open-files.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)

const at = '/api/projects/1/attachments'

async function signedIn(server: Started) {
  const client = createRemote(() => server.url)
  expect((await client.signIn('admin@plumbline.test')).status).toBe(204)
  return client
}
/** The files in the server's folder of uploads, as relative paths. */
const filesOf = ({ dataDir }: Started) =>
  readdirSync(join(dataDir, 'files'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name))
/** The files in that folder that the process has open. */
const openIn = ({ process: { pid }, dataDir }: Started) =>
  openFiles(pid).filter((path) => path.startsWith(join(dataDir, 'files')))
const collectGarbage = async (server: Started) => {
  const times = () => server.output().split('collected').length
  const before = times()
  server.process.kill('SIGUSR2')
  await eventually(() => expect(times()).toBeGreaterThan(before))
}

/** Starts an upload on its own connection and leaves it 10,000 bytes short. */
function beginUpload(server: Started, client: Client): Promise<Socket> {
  const head =
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\ncode,hours\r\n'
  const request = [
    `POST ${at} HTTP/1.1`,
    'Host: localhost',
    `Cookie: ${[...client.cookies].map(([name, value]) => `${name}=${value}`).join('; ')}`,
    `X-XSRF-TOKEN: ${decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? '')}`,
    'Content-Type: multipart/form-data; boundary=x',
    `Content-Length: ${head.length + 10_000}`,
    '',
    head,
  ]
  return new Promise((done) => {
    const socket = connect(server.port, '127.0.0.1', () => socket.write(request.join('\r\n'), () => done(socket)))
    socket.on('error', () => {})
  })
}

describe('a server process with a folder of files', () => {
  test.runIf(!isBrief)('survives broken uploads of every kind, without open files or leftovers', async () => {
    const server = await startServer({
      args: ['--api-only'],
      dataDir: await sampleFolder(),
      env: onSignal('collect'),
    })
    const admin = await signedIn(server)
    const sample = filesOf(server)
    expect((await upload(admin, at, { file: ['kept.jpg', jpeg('kept')] })).status).toBe(201)
    const kept = filesOf(server)
    expect(kept).toHaveLength(sample.length + 1)

    const twice = new FormData()
    for (const word of ['one', 'two', 'three']) twice.append('file', new File([jpeg(word)], `${word}.jpg`))
    for (let times = 0; times < 5; times++) expect((await upload(admin, at, twice)).status).toBe(400)
    expect((await upload(admin, at, { file: ['a.exe', 'MZ'] })).status).toBe(422)
    expect((await upload(admin, at, { file: ['a.jpg', jpeg()], preview: ['p.txt', 'text'] })).status).toBe(422)
    const cut = await beginUpload(server, admin)
    await eventually(() => expect(openIn(server)).toHaveLength(1))
    cut.destroy()
    await eventually(() => expect(openIn(server)).toEqual([]))

    await collectGarbage(server)
    // What a broken upload has written is removed behind its answer.
    await eventually(() => expect(filesOf(server)).toEqual(kept))
    expect((await admin.get('/api/user')).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })

  test.runIf(!isBrief)('mails the photos of an RFI', async () => {
    const server = await startServer({ args: ['--api-only'], dataDir: await sampleFolder() })
    const admin = await signedIn(server)
    const [{ id: project_id }] = (await admin.get('/api/projects')).data
    const { data: people } = await admin.get('/api/users')
    const foreman = people.find(({ email }: { email: string }) => email === 'foreman@plumbline.test')
    const draft = { project_id, title: 'Conduit', question: 'Which side?', assigned_id: foreman.id }
    const { data: rfi } = await admin.post('/api/rfis', draft)
    expect((await upload(admin, `/api/rfis/${rfi.id}/attachments`, { file: ['wall.jpg', jpeg('wall')] })).status).toBe(
      201,
    )
    expect((await admin.post(`/api/rfis/${rfi.id}/send`, {})).status).toBe(200)
    const folder = join(server.dataDir, 'mail')
    await eventually(() => {
      const mails = readdirSync(folder).map((name) => readFileSync(join(folder, name), 'utf8'))
      const mail = mails.find((text) => text.includes('To: foreman@plumbline.test') && text.includes('Conduit'))
      expect(mail).toContain('filename=wall.jpg')
      expect(mail?.replaceAll(/\s/g, '')).toContain(Buffer.from(jpeg('wall')).toString('base64'))
    })
    await server.stop()
  })

  test.runIf(!isBrief)('closes files after HEAD requests and aborted downloads', async () => {
    const server = await startServer({
      args: ['--api-only'],
      dataDir: await sampleFolder(),
      env: onSignal('collect'),
    })
    const admin = await signedIn(server)
    const { data } = await upload(admin, at, { file: ['large.jpg', jpeg('x'.repeat(8_000_000))] })
    const path = `/api/attachments/${data.id}/file`
    for (let times = 0; times < 10; times++) expect((await admin.send('HEAD', path)).status).toBe(200)
    const cookie = [...admin.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    const hangingUp = new AbortController()
    const answer = await fetch(server.url + path, { headers: { cookie }, signal: hangingUp.signal })
    expect(answer.status).toBe(200)
    hangingUp.abort()
    await eventually(() => expect(openIn(server)).toEqual([]))
    expect((await admin.get(path)).status).toBe(200)
    await collectGarbage(server)
    expect((await admin.get('/api/user')).status).toBe(200)
    expect(await server.stop()).toBe(0)
  })
})

describe('an unhandled error', () => {
  test.runIf(!isBrief)('is logged, lets running requests finish, and ends the process with exit code 1', async () => {
    const dataDir = await sampleFolder()
    const server = await startServer({ args: ['--api-only'], dataDir, env: onSignal('reject') })
    const admin = await signedIn(server)
    const { data: before } = await admin.get(at)
    const sending = await beginUpload(server, admin)
    await eventually(() => expect(openIn(server)).toHaveLength(1))
    let answer = ''
    sending.setEncoding('utf8').on('data', (text) => (answer += String(text)))

    server.process.kill('SIGUSR2')
    await eventually(() => expect(fetch(`${server.url}/healthz`)).rejects.toThrow('fetch failed'))
    const rest = '\r\n--x--\r\n'
    sending.write(`${'1,2\r\n'.repeat(2000).slice(0, 10_000 - rest.length)}${rest}`)
    await eventually(() => expect(answer).toMatch(/^HTTP\/1\.1 201 /))
    expect(answer).toMatch(/connection: close/i)
    expect(await server.ended).toBe(1)
    expect(server.output()).toContain('Nobody awaits this.')

    const next = await startServer({ args: ['--api-only'], dataDir })
    expect((await (await signedIn(next)).get(at)).data).toHaveLength(before.length + 1)
    await next.stop()
  })
})
