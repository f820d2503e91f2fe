import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { afterAll, expect, test } from 'vitest'
import { removeFolders, temporaryFolder } from '../contract/server.ts'
import { jpeg } from '../files.ts'
import { BASE } from '../harness.ts'
import { create, head, idOf } from '../tus.ts'
import { createRemote } from './browser.ts'
import { counts } from './counts.ts'
import { sendRest, sha256 } from './cut-upload.ts'
import { createProcesses } from './processes.ts'
import { createRandom } from './random.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)
const LANES = 4
/** How many uploads are acknowledged between two kills. */
const BETWEEN = 10
const AT = '/api/projects/1/attachments'

test.runIf(!isBrief)(
  'every acknowledged upload outlives a kill -9 whole, and one that was cut goes on where it was',
  async () => {
    const random = createRandom('uploads with kill -9')
    const data = temporaryFolder()
    const processes = createProcesses(data, { files: join(data, 'files') })
    let server = await processes.start()
    const client = createRemote(() => server.url)
    expect((await client.signIn('admin@plumbline.test')).status).toBe(204)
    const acknowledged = new Map<number, string>()
    let begun = 0
    let kills = 0
    let cut = 0
    let starting: Promise<void> | null = null
    const killed = async () => {
      await wait(random.below(30))
      await server.kill()
      server = await processes.start()
      kills++
      starting = null
    }
    /** Asks until a server answers; what was asked of one that was killed counts as cut. */
    async function answered<T>(ask: () => Promise<T>): Promise<T> {
      for (;;) {
        const answer = await ask().catch(() => null)
        if (answer !== null) return answer
        cut++
        await starting
      }
    }
    async function lane() {
      while (begun < counts.killedUploads) {
        const nth = ++begun
        const bytes = new Uint8Array([...new Uint8Array(jpeg(`${nth}`)), ...randomBytes(1000 + random.below(400_000))])
        const key = `upload ${nth}`
        const made = await answered(() => create(client, { for: AT, size: bytes.byteLength, name: `${nth}.jpg`, key }))
        const path = made.headers.get('location') ?? ''
        await answered(async () => {
          const { offset } = await head(client, path)
          if (offset === bytes.byteLength) return 204
          return sendRest(client, { url: server.url, path, offset, bytes })
        })
        const attach = () => client.post(AT, { upload_id: idOf(path) }, { 'idempotency-key': key })
        const { status, data: record } = await answered(attach)
        expect(status, JSON.stringify(record)).toBeLessThan(300)
        acknowledged.set(record.id, sha256(bytes))
        if (acknowledged.size % BETWEEN === 0) starting ??= killed()
      }
    }
    try {
      await Promise.all(Array.from({ length: LANES }, lane))
      await starting
      expect([acknowledged.size, kills > 0, cut > 0]).toEqual([counts.killedUploads, true, true])
      const { data: listed } = await client.get(`${AT}?per_page=500`)
      const ids = listed.map(({ id }: { id: number }) => id)
      for (const [id, hash] of acknowledged) {
        expect(ids).toContain(id)
        const file = await client.fetch(`${BASE}/api/attachments/${id}/file?download`)
        expect([id, sha256(new Uint8Array(await file.arrayBuffer()))]).toEqual([id, hash])
      }
      process.stdout.write(
        `uploads with kill -9: ${acknowledged.size} acknowledged, ${kills} kills, ${cut} requests cut\n`,
      )
    } finally {
      processes.close()
      await server.kill()
    }
  },
)
