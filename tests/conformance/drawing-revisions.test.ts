import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { previewEngine } from '#server/previews/engine.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { setOf } from '../drawings.fixture.ts'
import { enginesOfTier } from '../engines.ts'
import { upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'

interface Revision {
  readonly revision: string
  readonly superseded_by: string | null
  readonly superseded_at: string | null
  readonly published_at: string
}

describe.each(enginesOfTier)('revisions of a sheet on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let manager: Client
  const clock = createTestClock()
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock), previews: previewEngine() })
    manager = await world.signIn('manager@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test.runIf(!isBrief)(
    'a revision is superseded when the next one is published, and not again by later ones',
    async () => {
      const [{ id: project }] = (await manager.get('/api/projects')).data
      for (const revision of ['1', '2', '3']) {
        clock.pass({ hours: 1 })
        const { data: set } = await upload(manager, `/api/projects/${project}/drawings`, {
          file: [`Bulletin ${revision}.pdf`, setOf({ number: 'X9.9', revision })],
        })
        await world.app.jobs.drain()
        expect((await manager.post(`/api/drawings/${set.id}/publish`)).status).toBe(200)
        await world.app.jobs.drain()
      }
      const { data: sheets } = await manager.get(`/api/projects/${project}/drawing_sheets`)
      const sheet = sheets.find(({ number }: { number: string }) => number === 'X9.9')
      const { data }: { data: Revision[] } = await manager.get(`/api/drawing_sheets/${sheet.id}/revisions`)
      const [first, second, third] = data.toSorted((a, b) => a.revision.localeCompare(b.revision))
      expect(new Set(data.map(({ published_at }) => published_at)).size).toBe(3)
      expect(first).toMatchObject({ superseded_by: '3', superseded_at: second?.published_at })
      expect(second).toMatchObject({ superseded_by: '3', superseded_at: third?.published_at })
      expect(third).toMatchObject({ superseded_by: null, superseded_at: null })
    },
  )
})
