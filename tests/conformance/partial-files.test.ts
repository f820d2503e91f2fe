import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { nothingSaved, type FileStore } from '#server/files/file-store.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { s3Store } from '#server/files/s3-store.ts'
import { startBucket } from '../bucket.ts'
import { storeOn } from '../clock/store-on.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld } from '../harness.ts'
import { create, head, idOf, patch } from '../tus.ts'
import { isBrief } from '../tier.ts'

const MB = 1024 * 1024
const at = '/api/projects/1/attachments'

const stores = enginesOfTier.flatMap(({ engine, openSample }) =>
  ['folder', 'bucket'].map((store) => ({ engine, openSample, store })),
)
describe.each(stores)('partial files on $engine, in a $store', ({ openSample, store: kind }) => {
  test.runIf(!isBrief)(
    'are removed after seven days if no upload can go on with them, and nothing else is',
    async () => {
      const bucket = await startBucket()
      const folder = mkdtempSync(join(tmpdir(), 'plumbline-partial-'))
      onTestFinished(async () => {
        await bucket.close()
        rmSync(folder, { recursive: true })
      })
      const clock = createTestClock()
      const store = storeOn<FileStore>(clock, kind === 'bucket' ? s3Store(bucket.config) : folderStore(folder))
      const world = await createTestWorld({ database: await openSample(clock), files: store })
      onTestFinished(() => world.close())
      const admin = await world.signIn('admin@plumbline.test')
      const daily = async () => {
        await world.app.runDaily()
        await world.app.jobs.drain()
      }
      const partial = async () => {
        const all = []
        for await (const { path, unfinished } of store.list()) if (unfinished) all.push(path)
        return [...new Set(all)].sort()
      }
      // Written to the store, and known to no upload: one with a part and a tail, and one that is only a tail.
      const unknown: string[] = []
      for (const size of [6 * MB, MB]) {
        const path = store.newPath()
        const file = await store.open(path, nothingSaved)
        await file.write(new Uint8Array(size))
        await file.save()
        await file.close()
        unknown.push(path)
      }
      // The rest of an upload that was begun twice, since a crash came before its beginning was noted.
      const finished = (await upload(admin, at, { file: ['a.jpg', jpeg('a')] })).data
      const { kysely } = world.app.services.database
      const { rows } = await sql<{ path: string }>`select path from attachments where id = ${finished.id}`.execute(
        kysely,
      )
      const again = await store.open(rows[0]?.path ?? '', nothingSaved)
      await again.write(new Uint8Array(6 * MB))
      await again.save()
      await again.close()
      unknown.push(rows[0]?.path ?? '')

      clock.moveTo(clock.day(6), '08:00')
      await daily()
      expect(await partial()).toEqual(unknown.toSorted())
      await admin.signIn('admin@plumbline.test')
      const going = (await create(admin, { for: at, size: 8 * MB })).headers.get('location') ?? ''
      await patch(admin, going, 0, new Uint8Array(6 * MB))
      const { rows: begun } = await sql<{ path: string }>`select path from uploads where id = ${idOf(going)}`.execute(
        kysely,
      )
      clock.pass({ days: 3 })
      await daily()
      expect(await partial()).toEqual([begun[0]?.path])
      await admin.signIn('admin@plumbline.test')
      expect((await head(admin, going)).offset).toBe(6 * MB)
      expect((await admin.fetch(`http://plumbline.test/api/attachments/${finished.id}/preview`)).status).toBe(200)
      expect(world.errors).toEqual([])
      clock.pass({ days: 8 })
      await world.app.prune()
    },
  )
})
