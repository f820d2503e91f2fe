import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { plainPdf } from '#modules/documents/sample/pdf.ts'
import { previewEngine } from '#server/previews/engine.ts'
import { wordsThenBomb } from '../bombs.fixture.ts'
import { docx } from '../docx.fixture.ts'
import { enginesOfTier } from '../engines.ts'
import { upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'

type World = Awaited<ReturnType<typeof createTestWorld>>

describe.each(enginesOfTier)('the text of documents on $engine', ({ openSample }) => {
  let world: World
  let admin: Client
  let folder: { id: number }
  const at = '/api/projects/2/documents'
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(), previews: previewEngine() })
    admin = await world.signIn('admin@plumbline.test')
    folder = (await admin.post('/api/projects/2/folders', { name: crypto.randomUUID() })).data
  })
  afterAll(() => world.close())

  const put = async (name: string, content: string | Uint8Array<ArrayBuffer>) => {
    const { status, data } = await upload(admin, at, { file: [name, content], folder_id: String(folder.id) })
    expect([status, data.message]).toEqual([201, undefined])
    await world.app.jobs.drain()
    return data as { id: number }
  }
  const found = async (words: string, client: Client = admin): Promise<number[]> => {
    const { data } = await client.get(`/api/projects/2/document_texts?page=1&search=${encodeURIComponent(words)}`)
    return data.data.map((one: { document_id: number }) => one.document_id)
  }

  test.runIf(!isBrief)('PDFs, Word documents and texts are found by what they say', async () => {
    const pdf = await put(
      'spec.pdf',
      new Uint8Array(plainPdf([[{ text: 'Title' }], [{ text: 'Megger every feeder' }]])),
    )
    const word = await put(
      'letter.docx',
      docx('<w:p><w:r><w:t>Torque the</w:t><w:tab/><w:t>lugs &amp; log it</w:t></w:r></w:p>'),
    )
    const text = await put('notes.txt', 'Conduit above the ceiling of Straße 5')
    expect(await found('feeder megger')).toEqual([pdf.id])
    expect(await found('lugs & log')).toEqual([word.id])
    expect(await found('CONDUIT strasse')).toEqual([])
    expect(await found('conduit ceiling')).toEqual([text.id])
    // Nobody is told by a list what is in a document.
    const { data } = await admin.get('/api/projects/2/document_texts')
    expect(Object.keys(data[0])).not.toContain('content')
  })

  test('the current version is searched, and nothing of a file that cannot be read', async () => {
    const { id } = await put('plan.txt', 'First thoughts about grounding')
    await upload(admin, `/api/documents/${id}/upload_version`, { file: ['plan.txt', 'Second thoughts about bonding'] })
    await world.app.jobs.drain()
    expect([await found('grounding'), await found('bonding')]).toEqual([[], [id]])
    const { data: versions } = await admin.get(`/api/documents/${id}/versions`)
    await admin.post(`/api/documents/${id}/restore_version`, { version_id: versions[1].id })
    await world.app.jobs.drain()
    expect([await found('grounding'), await found('bonding')]).toEqual([[id], []])
    await admin.delete(`/api/documents/${id}`)
    expect(await found('grounding')).toEqual([])
  })

  test('who does not see a document does not find it', async () => {
    const { id } = await put('secret.txt', 'The margin is eleven percent')
    const employee = await world.signIn('employee@plumbline.test')
    expect(await found('margin eleven', employee)).toEqual([id])
    await admin.post('/api/folder_access/set', {
      data: [{ folder_id: folder.id, subject_type: 'role', role: 'employee', level: 'none' }],
    })
    expect(await found('margin eleven', employee)).toEqual([])
    expect((await employee.get('/api/projects/2/document_texts?page=1&search=margin')).data.total).toBe(0)
    const contact = await world.signIn('contact@plumbline.test')
    expect((await contact.get('/api/projects/2/document_texts?page=1&search=margin')).status).toBe(404)
  })

  test.runIf(!isBrief)(
    'a document that unpacks to gigabytes, a broken one and a PDF with a script are kept as files',
    async () => {
      const bomb = await put('bomb.docx', docx(Buffer.alloc(64 * 1024 * 1024, 'boom ')))
      expect(await found('boom')).toEqual([])
      const script = new TextDecoder()
        .decode(plainPdf([[{ text: 'Harmless words' }]]))
        .replace('/Type /Catalog', '/Type /Catalog /OpenAction << /S /JavaScript /JS (app.alert\\(1\\)) >>')
      const pdf = await put('script.pdf', new TextEncoder().encode(script))
      expect(await found('harmless')).toEqual([pdf.id])
      expect((await admin.get(`/api/documents/${bomb.id}/file`)).status).toBe(200)
      // The pages before the one that cannot be read are found.
      const half = await put('half.pdf', wordsThenBomb('Insulate the risers'))
      expect(await found('insulate risers')).toEqual([half.id])
      // What could not be read is in the log, once each.
      const reasons = world.errors.map(String).filter((text) => /(No|Only some) text of/.test(text))
      expect(reasons).toHaveLength(2)
      world.errors.length = 0
    },
  )
})
