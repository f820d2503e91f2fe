import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { chmod, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { createAxios, signIn } from './stock-axios.ts'
import { removeFolders, sampleFolder, startServer, type Started } from './server.ts'
import { eventually } from '../eventually.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)
const token = 'a-token-of-some-length'

describe('for those who watch a server', () => {
  let server: Started
  beforeAll(async () => {
    server = await startServer({ args: ['--api-only'], dataDir: await sampleFolder(), env: { METRICS_TOKEN: token } })
  })
  afterAll(() => server.stop())
  const scrape = (authorization?: string) =>
    fetch(`${server.url}/metrics`, { headers: authorization ? { authorization } : {} })

  test.runIf(!isBrief)('/metrics does not exist without its token', async () => {
    expect((await scrape()).status).toBe(404)
    expect((await scrape('Bearer wrong')).status).toBe(404)
    const open = await startServer({ args: ['--api-only', '--empty'] })
    expect((await fetch(`${open.url}/metrics`, { headers: { authorization: 'Bearer undefined' } })).status).toBe(404)
    await open.stop()
  })

  test('/metrics counts requests by the pattern of their route, jobs by lane, live connections and the disk', async () => {
    const { http } = await signIn(server.url, 'admin@plumbline.test')
    const { data } = await http.get('/api/customers')
    for (const { id } of data.slice(0, 2)) await http.get(`/api/customers/${id}`)
    await http.get('/no/such/place')
    const socket = new WebSocket(`${server.url.replace('http', 'ws')}/app/plumbline?protocol=7`)
    await new Promise((done) => socket.addEventListener('message', done, { once: true }))
    const answer = await scrape(`Bearer ${token}`)
    expect(answer.headers.get('content-type')).toMatch(/^text\/plain; version=/)
    const text = await answer.text()
    socket.close()
    const value = (name: string) =>
      Number(
        text
          .split('\n')
          .find((line) => line.startsWith(`${name} `))
          ?.split(' ')
          .at(-1),
      )
    const requests = (labels: string) => value(`plumbline_http_request_duration_seconds_count{${labels}}`)
    expect(requests('method="GET",route="/api/customers/:id",status="200"')).toBe(2)
    expect(requests('method="GET",route="/api/customers",status="200"')).toBe(1)
    expect(requests('method="GET",route="none",status="404"')).toBe(1)
    expect(text).not.toContain(`/api/customers/${data[0].id}`)
    for (const lane of ['mail', 'quick', 'heavy']) expect(value(`plumbline_jobs_failed{lane="${lane}"}`)).toBe(0)
    expect(value('plumbline_live_connections')).toBe(1)
    expect(value('process_resident_memory_bytes')).toBeGreaterThan(20_000_000)
    expect(value('plumbline_disk_free_bytes')).toBeGreaterThan(0)
    expect(value('plumbline_disk_size_bytes')).toBeGreaterThanOrEqual(value('plumbline_disk_free_bytes'))
    // No backups are made here, so they have no age.
    expect(text).not.toMatch(/^plumbline_backup_age_seconds /m)
  })

  test('/readyz is ready while database and files answer, and names what does not', async () => {
    const ready = () => createAxios(server.url).http.get('/readyz')
    expect(await ready()).toMatchObject({
      status: 200,
      data: { ready: true, checks: { database: 'ok', files: 'ok', migrations: 'ok' } },
    })
    const coming = join(server.dataDir, 'files/coming')
    await rm(coming, { recursive: true, force: true })
    await writeFile(coming, 'not a folder')
    await chmod(coming, 0o600)
    expect(await ready()).toMatchObject({
      status: 503,
      data: { ready: false, checks: { database: 'ok', files: 'failed' } },
    })
    await rm(coming)
    await eventually(async () => expect((await ready()).status).toBe(200))
  })
})
