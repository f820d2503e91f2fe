import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { pdf } from '../pictures.fixture.ts'

describe.each(enginesOfTier)(
  'the signed document of an agreement (rule four-ten-agreement), on $engine',
  ({ openSample }) => {
    let world: Awaited<ReturnType<typeof createTestWorld>>
    let admin: Client
    let files: string
    let id: number
    beforeAll(async () => {
      world = await createTestWorld({ database: await openSample() })
      admin = await world.signIn('admin@plumbline.test')
      const employee = await world.signIn('employee@plumbline.test')
      const { status, data } = await admin.post('/api/work_schedule_agreements', {
        user_id: employee.user.id,
        state: 'WA',
        signed_on: '2020-01-05',
      })
      if (status !== 201) throw new Error(JSON.stringify(data))
      id = data.id
      files = `/api/work_schedule_agreements/${id}/attachments`
    })
    afterAll(() => world.close())
    const documentOf = async (client: Client) =>
      (await client.get('/api/work_schedule_agreements')).data.find((one: { id: number }) => one.id === id)?.document_id

    test('an agreement has none at first, and takes a PDF or a picture', async () => {
      expect(await documentOf(admin)).toBeNull()
      const refused = await upload(admin, files, { file: ['signed.txt', 'I agree.'] })
      expect([refused.status, refused.data.errors]).toEqual([
        422,
        { file: ['The signed document must be a PDF or a picture.'] },
      ])
      const { status, data } = await upload(admin, files, { file: ['signed.pdf', pdf('0 0 9 9 re f')] })
      expect(status).toBe(201)
      expect(await documentOf(admin)).toBe(data.id)
    })

    test('those who see the agreement see its document, nobody else does, and only who edits it sets one', async () => {
      const document = await documentOf(admin)
      const foreman = await world.signIn('foreman@plumbline.test')
      const employee = await world.signIn('employee@plumbline.test')
      const customer = await world.signIn('customer@plumbline.test')
      const contact = await world.signIn('contact@plumbline.test')
      for (const client of [admin, foreman, employee]) {
        const file = await client.get(`/api/attachments/${document}/file`)
        expect([file.status, file.headers.get('content-type')]).toEqual([200, 'application/pdf'])
      }
      for (const client of [customer, contact])
        expect((await client.get(`/api/attachments/${document}/file`)).status).toBe(404)
      for (const client of [foreman, employee]) {
        expect((await upload(client, files, { file: ['mine.jpg', jpeg()] })).status).toBe(403)
        expect((await client.delete(`${files}/${document}`)).status).toBe(403)
      }
      expect((await upload(customer, files, { file: ['mine.jpg', jpeg()] })).status).toBe(404)
      expect((await admin.patch(`/api/work_schedule_agreements/${id}`, { document_id: 1 })).data.document_id).toBe(
        document,
      )
    })

    test('another one replaces it, and what the history tells is who did', async () => {
      const first = await documentOf(admin)
      const { data } = await upload(admin, files, { file: ['scan.jpg', jpeg('scan')] })
      expect(await documentOf(admin)).toBe(data.id)
      expect((await admin.get(files)).data.map(({ name }: { name: string }) => name)).toEqual(['scan.jpg'])
      expect((await admin.get(`/api/attachments/${first}/file`)).status).toBe(404)
      const [entry] = (await admin.get(`/api/work_schedule_agreements/${id}/history`)).data
      // The one before is deleted, and a history names no deleted records.
      expect(entry.changes.document_id).toEqual({ old: null, new: data.id })
    })

    test('once it is removed, the agreement has none; the agreement stays', async () => {
      expect((await admin.delete(`${files}/${await documentOf(admin)}`)).status).toBe(204)
      expect(await documentOf(admin)).toBeNull()
    })
  },
)
