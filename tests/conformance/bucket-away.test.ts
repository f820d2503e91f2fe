import { afterAll, beforeAll, expect, test } from 'vitest'
import { s3Store } from '#server/files/s3-store.ts'
import { startBucket, type Bucket } from '../bucket.ts'
import { engines } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { create, head, idOf, patch } from '../tus.ts'
import { isBrief } from '../tier.ts'

let bucket: Bucket
let world: Awaited<ReturnType<typeof createTestWorld>>
let admin: Client
beforeAll(async () => {
  bucket = await startBucket()
  const [engine] = engines
  if (!engine) throw new Error('There is no engine.')
  world = await createTestWorld({ database: await engine.openSample(), files: s3Store(bucket.config) })
  admin = await world.signIn('admin@plumbline.test')
})
afterAll(async () => {
  await world.close()
  await bucket.close()
})

const at = '/api/projects/1/attachments'
const away = { message: 'The server cannot reach its file store right now. Please try again in a moment.' }
const bytes = new Uint8Array(jpeg('Panel'))
/** The bucket fails as often as a request to it is tried. */
const failing = (fault: Bucket['faults'][number]) => void bucket.faults.push(fault, fault, fault, fault)

test.each(isBrief ? ([403] as const) : ([503, 'cut', 403] as const))(
  'a bucket that is away (%s) answers 503, and what waits goes on later',
  async (fault) => {
    failing(fault)
    expect(await upload(admin, at, { file: ['a.jpg', jpeg(`form ${fault}`)] })).toEqual({ status: 503, data: away })
    bucket.faults.length = 0

    const { headers } = await create(admin, { for: at, size: bytes.byteLength })
    const location = headers.get('location') ?? ''
    failing(fault)
    const refused = await patch(admin, location, 0, bytes)
    expect([refused.status, refused.data, refused.headers.get('retry-after')]).toEqual([503, away, '2'])
    bucket.faults.length = 0

    const { offset } = await head(admin, location)
    if (offset < bytes.byteLength) expect((await patch(admin, location, offset, bytes.slice(offset))).status).toBe(204)
    const upload_id = idOf(location)
    failing(fault)
    const unattached = await admin.post(at, { upload_id })
    expect([unattached.status, unattached.data]).toEqual([503, away])
    bucket.faults.length = 0
    const { status, data } = await admin.post(at, { upload_id })
    expect(status).toBe(201)

    failing(fault)
    const file = await admin.fetch(`${BASE}/api/attachments/${data.id}/file`, {
      headers: { 'sec-fetch-dest': 'empty' },
    })
    expect([file.status, await file.json()]).toEqual([503, away])
    bucket.faults.length = 0
  },
)
