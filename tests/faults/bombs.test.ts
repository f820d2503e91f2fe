import { readFileSync } from 'node:fs'
import { afterAll, expect, test } from 'vitest'
import { bombs } from '../bombs.fixture.ts'
import { removeFolders, sampleFolder, startServer } from '../contract/server.ts'
import { setOf } from '../drawings.fixture.ts'
import { eventually } from '../eventually.ts'
import { upload } from '../files.ts'
import { isThorough } from '../tier.ts'
import { createRemote } from './browser.ts'
import { counts } from './counts.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)

const MEGABYTE = 1024
/** Those that take all of the time or memory that they may have. */
const worst = ['words.pdf', 'lines.pdf', 'flate.pdf', 'forms.pdf', 'more.png']

/** The most memory that a process ever held, in kilobytes. */
const peakOf = (pid: number | undefined) =>
  Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])

test.runIf(process.platform === 'linux' && !isBrief)(
  'bombs of a guest cost the server no memory, and others do not wait for them',
  async () => {
    const server = await startServer({ dataDir: await sampleFolder(), args: ['--api-only'] })
    const signedIn = async (who: string) => {
      const client = createRemote(() => server.url)
      expect((await client.signIn(`${who}@plumbline.test`)).status).toBe(204)
      return client
    }
    const [guest, manager] = [await signedIn('customer'), await signedIn('manager')]
    const { data: projects } = await guest.get('/api/projects')
    const [{ id: project }] = projects
    const { data: item } = await guest.post(`/api/projects/${project}/punch_items`, { title: 'Cracked tile' })
    const at = `/api/punch_items/${item.id}/attachments`
    // What the server takes for a drawing set and its pages at all, and for what a first request loads.
    const put = async () => {
      const sheet = setOf({ number: `E${Math.random().toString().slice(2, 4)}.1` })
      const { data, status } = await upload(manager, `/api/projects/${project}/drawings`, { file: ['Set.pdf', sheet] })
      expect(status).toBe(201)
      await eventually(async () => {
        expect((await manager.get(`/api/drawings/${data.id}`)).data.state).toBe('review')
      })
    }
    await put()
    for (let nth = 0; nth < 3; nth++) await upload(guest, at, { file: ['note.txt', 'x'.repeat(900_000)] })
    const before = peakOf(server.process.pid)

    for (let nth = 0; nth < counts.bombs; nth++) {
      const name = worst[nth % worst.length] ?? ''
      const { status } = await upload(guest, at, { file: [name, (await bombs[name]?.()) ?? ''] })
      expect([name, status]).toEqual([name, 201])
    }
    const states = async (): Promise<string[]> =>
      (await guest.get(at)).data.flatMap((one: { preview_state: string | null }) => one.preview_state ?? [])
    const failedBefore = (await states()).filter((state) => state === 'failed').length
    await put()
    const failed = (await states()).filter((state) => state === 'failed').length
    // Beside the one that was open, since the guest has one turn at a time.
    expect(failed - failedBefore).toBeLessThanOrEqual(2)
    for (let nth = 1; nth <= (isThorough ? counts.bombs : 2); nth++)
      await eventually(async () => {
        const ended = (await states()).filter((state) => state === 'failed')
        expect(ended.length).toBeGreaterThanOrEqual(nth)
      })
    const grown = peakOf(server.process.pid) - before
    expect(grown).toBeLessThan(100 * MEGABYTE)
    await server.stop()
  },
)
