import { sql } from 'kysely'
import { describe, expect, test } from 'vitest'
import { syncSchema } from '#server/db/schema.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createClient, createTestWorld } from '../harness.ts'

describe.each(enginesOfTier)(
  'links of a version that shared drawings and documents alone, on $engine',
  ({ openSample }) => {
    test('open as before, and take no answers', async () => {
      const clock = createTestClock()
      const database = await openSample(clock)
      const world = await createTestWorld({ database })
      const manager = await world.signIn('manager@plumbline.test')
      const [{ project_id }] = (await manager.get('/api/drawing_sheets')).data
      const draft = { what: 'drawings', until: clock.day(9), to: [{ name: 'Jo Reyes' }] }
      const { data } = await manager.post(`/api/projects/${project_id}/share_links/send`, draft)
      for (const name of ['target_type', 'whole', 'answers', 'poster'])
        await sql`alter table share_links drop column ${sql.ref(name)}`.execute(database.kysely)
      await syncSchema(database, world.app.services.catalog.entities, () => {})
      const client = createClient(world.app)
      const opened = await client.post('/s/open', { token: data[0].plain.split('/').at(-1) })
      expect([opened.status, opened.data.answers, opened.data.kind]).toEqual([200, false, null])
      const { data: sheets } = await client.get(`/s/${opened.data.link}/api/drawing_sheets`)
      expect(sheets.length).toBeGreaterThan(0)
      await world.close()
    })
  },
)
