import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { createOwnTables } from '#server/db/own-tables.ts'
import { syncSchema } from '#server/db/schema.ts'
import { nothingSaved, type FileStore } from '#server/files/file-store.ts'
import { folderStore } from '#server/files/folder-store.ts'
import { s3Store } from '#server/files/s3-store.ts'
import { finalDigest, openWriter, type Progress } from '#server/files/upload-writer.ts'
import { startBucket } from '../bucket.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld } from '../harness.ts'
import { create, idOf, patch } from '../tus.ts'
import { isBrief } from '../tier.ts'

const MB = 1024 * 1024
const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')
/** Longer than two parts of a bucket, so that its parts end within chunks. */
const large = new Uint8Array(11 * MB + 77).map((_, at) => (at * 7 + (at >> 12)) & 255)
large.set(new Uint8Array(jpeg()))
const at = '/api/projects/1/attachments'

const stores = enginesOfTier.flatMap(({ engine, openSample }) =>
  (isBrief ? ['bucket'] : ['folder', 'bucket']).map((store) => ({ engine, openSample, store })),
)
describe.each(stores)('digests on $engine, with files in a $store', ({ openSample, store }) => {
  async function begin() {
    const bucket = store === 'bucket' ? await startBucket() : undefined
    const world = await createTestWorld({
      database: await openSample(),
      ...(bucket && { files: s3Store(bucket.config) }),
    })
    onTestFinished(async () => {
      expect(world.errors).toEqual([])
      await world.close()
      await bucket?.close()
    })
    return { world, admin: await world.signIn('admin@plumbline.test') }
  }

  test.runIf(!isBrief)(
    'a file that comes in several requests, or in a form, has the digest of all its bytes',
    async () => {
      const { world, admin } = await begin()
      const location = (await create(admin, { for: at, size: large.length })).headers.get('location') ?? ''
      let from = 0
      for (const to of [1000, 6 * MB + 5, 6 * MB + 6, large.length]) {
        expect((await patch(admin, location, from, large.slice(from, to))).offset).toBe(to)
        from = to
      }
      // A crash before the file was finished: the next start finishes it.
      const { kysely } = world.app.services.database
      await sql`update uploads set finished_at = null, sha256 = null where id = ${idOf(location)}`.execute(kysely)
      const { status, data } = await admin.post(at, { upload_id: idOf(location) })
      expect([status, data.sha256]).toEqual([201, sha256(large)])
      const inForm = await upload(admin, at, { file: ['a.jpg', large] })
      expect([inForm.status, inForm.data.sha256]).toEqual([201, sha256(large)])
    },
  )

  test('yesterday’s database gets the columns, and its files stay without a digest', async () => {
    const { world, admin } = await begin()
    const { data: before } = await upload(admin, at, { file: ['a.jpg', jpeg('before')] })
    const { database, catalog } = world.app.services
    for (const [table, column] of [
      ['uploads', 'digest'],
      ['uploads', 'sha256'],
      ['attachments', 'sha256'],
      ['attachments', 'sha256_key'],
    ] as const)
      await sql`alter table ${sql.table(table)} drop column ${sql.ref(column)}`.execute(database.kysely)
    await createOwnTables(database)
    await syncSchema(database, catalog.entities, () => {})
    expect((await admin.get(`/api/attachments/${before.id}`)).data).toMatchObject({ name: 'a.jpg', sha256: null })
    const { data } = await upload(admin, at, { file: ['b.jpg', jpeg('after')] })
    expect(data.sha256).toBe(sha256(new Uint8Array(jpeg('after'))))
  })

  test.runIf(!isBrief)('an upload that was begun by a version without digests is finished without one', async () => {
    const { world, admin } = await begin()
    const location = (await create(admin, { for: at, size: large.length })).headers.get('location') ?? ''
    await patch(admin, location, 0, large.slice(0, MB))
    const { kysely } = world.app.services.database
    await sql`update uploads set digest = null where id = ${idOf(location)}`.execute(kysely)
    await patch(admin, location, MB, large.slice(MB))
    const { status, data } = await admin.post(at, { upload_id: idOf(location) })
    expect([status, data.size, data.sha256]).toEqual([201, large.length, null])
  })
})

test.each(['folder', 'bucket'])('after a crash in a %s, the digest goes on from what was saved', async (kind) => {
  const bucket = await startBucket()
  onTestFinished(bucket.close)
  const folder = mkdtempSync(join(tmpdir(), 'plumbline-digest-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const store: FileStore = kind === 'bucket' ? s3Store(bucket.config) : folderStore(folder)
  const path = store.newPath()
  let progress: Progress = { ...nothingSaved, digest: null }
  const open = () =>
    openWriter(store, { path, saved: progress }, { note: async (next) => void (progress = next), finish: finalDigest })
  const first = await open()
  // Chunks that no part and no sync ends with. What was written behind the last note is lost.
  for (let from = 0; from < 9 * MB; from += 700_001) await first.write(large.subarray(from, from + 700_001))
  await first.close()
  expect(progress.size).toBeGreaterThan(0)
  expect(progress.size).toBeLessThan(first.received)
  const second = await open()
  await second.write(large.subarray(progress.size))
  expect(await second.end(true)).toBe(sha256(large))
  await store.remove(path, progress.state)
})
