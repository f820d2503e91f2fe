import { existsSync } from 'node:fs'
import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PreviewEngine } from '#server/environment.ts'
import { previewEngine } from '#server/previews/engine.ts'
import { decodersOf } from '../decoders.ts'
import { enginesOfTier } from '../engines.ts'
import { upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'
import { openEngine } from '../title-blocks/engines.ts'
import { layouts } from '../title-blocks/layouts.ts'
import { scanOf } from '../title-blocks/scan.ts'
import { sheets } from '../title-blocks/sheets.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>
interface Page {
  id: number
  page: number
  number: string | null
  recognition: string | null
  state: string
}

const PROBLEM = 'The words of pictures cannot be read here.'

/** The same scanned sheet three times. */
async function threeScans(): Promise<Uint8Array<ArrayBuffer>> {
  const [sheet] = sheets
  const layout = layouts.find(({ name }) => name === 'corner block of a small sheet')
  if (!sheet || !layout) throw new Error('There is no such sheet.')
  const scan = { dpi: 200, degrees: 0.3, grain: 20 }
  const one = await PDFDocument.load(scanOf(await openEngine(), layout, sheet, scan))
  const set = await PDFDocument.create()
  for (const page of await set.copyPages(one, [0, 0, 0])) set.addPage(page)
  return new Uint8Array(await set.save())
}

/** Does not recognize the first page of a set, and dies over its second one. */
function failing(engine: PreviewEngine): PreviewEngine {
  let spared: ReadonlySet<string> | null = null
  return {
    ...engine,
    takes: () => false,
    open(deps) {
      const { store } = deps.incoming
      const read: typeof store.read = (...asked) => {
        // It has started, and asks for the bytes of the file.
        for (const pid of spared ? decodersOf() : []) if (!spared?.has(pid)) process.kill(Number(pid), 'SIGKILL')
        return store.read(...asked)
      }
      const readersFor = engine.open({ ...deps, incoming: { ...deps.incoming, store: { ...store, read } } })
      return (by) => {
        const readers = readersFor(by)
        const recognize: typeof readers.pdfs.recognize = async (path, parts) => {
          if (parts.number === 1) return { problem: PROBLEM }
          spared = parts.number === 2 ? new Set(decodersOf()) : null
          return readers.pdfs.recognize(path, parts).finally(() => (spared = null))
        }
        return { ...readers, pdfs: { ...readers.pdfs, recognize } }
      }
    },
  }
}

describe.runIf(existsSync('/proc') && !isBrief).each(enginesOfTier)(
  'drawings whose pictures cannot be read, on $engine',
  ({ openSample }) => {
    let world: World
    let manager: Client
    beforeAll(async () => {
      world = await createTestWorld({ database: await openSample(), previews: failing(previewEngine()) })
      manager = await world.signIn('manager@plumbline.test')
    })
    afterAll(async () => {
      expect(world.errors).toEqual([])
      await world.close()
    })

    test('are typed, and published with those that were read behind them', async () => {
      const file = ['Bulletin.pdf', await threeScans()] as const
      const { data: set } = await upload(manager, '/api/projects/2/drawings', { file })
      await world.app.jobs.drain()
      const pagesOf = async (): Promise<Page[]> => (await manager.get(`/api/drawings/${set.id}/revisions`)).data
      const [first, second, third] = await pagesOf()
      expect([first, second, third]).toMatchObject([
        { recognition: 'failed', number: null, state: 'ready' },
        { recognition: 'failed', number: null, state: 'ready' },
        { recognition: 'read', number: sheets[0]?.number, state: 'ready' },
      ])
      expect((await manager.get(`/api/drawings/${set.id}`)).data).toMatchObject({ state: 'review' })
      const publish = (ids: (number | undefined)[]) =>
        manager.post(`/api/drawings/${set.id}/publish`, { revision_ids: ids })
      expect(await publish([first?.id])).toMatchObject({
        status: 422,
        data: { message: 'Sheet number is required.' },
      })
      expect((await publish([third?.id])).data).toMatchObject({ unpublished: 2 })
      for (const [at, page] of [first, second].entries())
        await manager.patch(`/api/drawing_revisions/${page?.id}`, { number: `T-${at}`, title: 'Typed' })
      expect((await publish([first?.id, second?.id])).data).toMatchObject({ state: 'published', unpublished: 0 })
    })
  },
)
