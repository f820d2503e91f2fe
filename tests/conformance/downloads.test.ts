import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { jpeg, upload } from '../files.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { openFiles } from '../open-files.ts'
import { unzipped } from '../unzip.ts'

type Person = Client & { user: CurrentUser }

describe.each(enginesOfTier)('files handed out on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Person
  let project: { id: number }
  const clock = createTestClock()
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock) })
    admin = await world.signIn('admin@plumbline.test')
  })
  beforeEach(async () => {
    const number = `D-${crypto.randomUUID().slice(0, 8)}`
    project = (await admin.post('/api/projects', { customer_id: 1, name: 'Handed out', number })).data
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const at = () => `/api/projects/${project.id}/attachments`
  const put = async (name: string, content: string | ArrayBuffer = jpeg(name)) =>
    (await upload(admin, at(), { file: [name, content] })).data
  const get = (client: Client, path: string, headers: Record<string, string> = {}) =>
    client.fetch(BASE + path, { headers })

  test('range requests return that part of the file, and invalid ranges are refused', async () => {
    const { id, size } = await put('log.txt', '0123456789')
    expect(size).toBe(10)
    for (const [range, status, text, said] of [
      ['bytes=0-3', 206, '0123', 'bytes 0-3/10'],
      ['bytes=7-', 206, '789', 'bytes 7-9/10'],
      ['bytes=8-99', 206, '89', 'bytes 8-9/10'],
      ['bytes=-4', 206, '6789', 'bytes 6-9/10'],
      ['bytes=-99', 206, '0123456789', 'bytes 0-9/10'],
      // None of these is a range, and two at once are not served.
      ['bytes=5-2', 200, '0123456789', null],
      ['bytes=0-1,4-5', 200, '0123456789', null],
      ['lines=1-2', 200, '0123456789', null],
    ] as const) {
      const answer = await get(admin, `/api/attachments/${id}/file`, { range })
      expect([answer.status, await answer.text(), answer.headers.get('content-range')]).toEqual([status, text, said])
      expect(answer.headers.get('content-length')).toBe(String(text.length))
      expect(answer.headers.get('accept-ranges')).toBe('bytes')
    }
    for (const range of ['bytes=10-', 'bytes=-0']) {
      const answer = await get(admin, `/api/attachments/${id}/file`, { range })
      expect([answer.status, answer.headers.get('content-range')]).toEqual([416, 'bytes */10'])
    }
    const whole = await get(admin, `/api/attachments/${id}/file`)
    const etag = whole.headers.get('etag') ?? ''
    const headers = { range: 'bytes=0-3' }
    expect((await get(admin, `/api/attachments/${id}/file`, { ...headers, 'if-range': etag })).status).toBe(206)
    expect((await get(admin, `/api/attachments/${id}/file`, { ...headers, 'if-range': '"other"' })).status).toBe(200)
    expect((await get(admin, `/api/attachments/${id}/file`, { 'if-none-match': etag })).status).toBe(304)
  })

  test('a link works without a session for five minutes and for one file, and only users who see the file get one', async () => {
    const { id } = await put('Größe "1".jpg')
    const { status, data } = await admin.post(`/api/attachments/${id}/link`)
    expect([status, data.expires_at]).toEqual([200, new Date(clock.now().getTime() + 5 * 60_000).toISOString()])
    const nobody = world.client()
    const answer = await get(nobody, data.url)
    expect(answer.status).toBe(200)
    expect(new Uint8Array(await answer.arrayBuffer())).toEqual(new Uint8Array(jpeg('Größe "1".jpg')))
    expect(answer.headers.get('content-disposition')).toMatch(/^inline; filename="Gr__e _1_.jpg"/)
    expect(answer.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const download = await admin.post(`/api/attachments/${id}/link?download`)
    expect((await get(nobody, download.data.url)).headers.get('content-disposition')).toMatch(/^attachment;/)
    const [, content = '', signature = ''] = /\/([\w-]+)\/(\w+)$/.exec(data.url) ?? []
    const bent = btoa(atob(content.replaceAll('-', '+').replaceAll('_', '/')).replace('true', 'false')).replace(
      /=+$/,
      '',
    )
    expect((await get(nobody, `/api/file_links/${bent}/${signature}`)).status).toBe(404)
    expect((await get(nobody, `/api/file_links/x/${signature}`)).status).toBe(404)
    const contact = await world.signIn('contact@plumbline.test')
    expect((await contact.post(`/api/attachments/${id}/link`)).status).toBe(404)
    clock.pass({ minutes: 5, milliseconds: 1 })
    expect((await get(nobody, data.url)).status).toBe(410)
  })

  test('names in any script, from right to left, of 255 bytes and of equal files are kept and downloaded', async () => {
    const long = `${'図'.repeat(83)}.jpg`.padStart(255 - 2 * 83, 'x')
    const names = [
      'تقرير الموقع.jpg',
      '平面図.jpg',
      long,
      'Panel.jpg',
      'Panel.jpg',
      'panel.JPG',
      '😀'.repeat(62) + '.jpg',
    ]
    for (const name of names) {
      const { id, name: kept } = await put(name)
      expect(kept).toBe(name)
      const { headers } = await get(admin, `/api/attachments/${id}/file?download`)
      const [, encoded = ''] = /filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '') ?? []
      expect(decodeURIComponent(encoded)).toBe(name)
    }
  })

  test('an archive of a record’s files is packed while it is downloaded, with names that any system can unpack', async () => {
    const names = ['Panel.jpg', 'Panel.jpg', 'panel.JPG', '平面図 配管.jpg', 'a:b?c.jpg', '..jpg', 'no ending']
    for (const name of names) await put(name, name === 'no ending' ? jpeg('last') : jpeg(name))
    const answer = await get(admin, `${at()}/zip`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'application/zip'])
    expect(answer.headers.get('content-disposition')).toMatch(/^attachment; filename="files.zip"/)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect(answer.headers.get('content-length')).toBe(String(bytes.byteLength))
    const read = await unzipped(new Blob([bytes]))
    expect([...read.keys()].sort()).toEqual(
      ['Panel.jpg', 'Panel (2).jpg', 'panel (3).JPG', '平面図 配管.jpg', 'a_b_c.jpg', '_.jpg', 'no ending.jpg'].sort(),
    )
    for (const open of read.values()) expect((await open()).length).toBeGreaterThan(0)
    expect(Buffer.from((await read.get('平面図 配管.jpg')?.()) ?? [])).toEqual(Buffer.from(jpeg('平面図 配管.jpg')))

    const one = (await admin.get(at())).data.find(({ name }: { name: string }) => name === 'Panel.jpg')
    const few = Buffer.from(await (await get(admin, `${at()}/zip?id[]=${one.id}&id[]=999999`)).arrayBuffer())
    expect([few.includes('Panel.jpg'), few.includes('(2)'), few.includes('..jpg')]).toEqual([true, false, false])
    expect((await get(admin, `${at()}/zip?id[]=999999`)).status).toBe(404)

    const contact = await world.signIn('contact@plumbline.test')
    expect((await get(contact, `${at()}/zip`)).status).toBe(404)
    const empty = (await admin.post('/api/projects', { customer_id: 1, name: 'Empty', number: `E-${project.id}` })).data
    expect((await get(admin, `/api/projects/${empty.id}/attachments/zip`)).status).toBe(404)
    expect((await get(admin, '/api/attachments/zip')).status).toBe(404)
  })

  test('an archive whose download is canceled closes its files', async () => {
    await put('large.txt', 'x'.repeat(5_000_000))
    const answer = await get(admin, `${at()}/zip`)
    const reader = answer.body?.getReader()
    await reader?.read()
    await reader?.read()
    await reader?.cancel()
    const held = openFiles().length
    for (let times = 0; times < 20; times++) {
      const again = (await get(admin, `${at()}/zip`)).body?.getReader()
      await again?.read()
      await again?.read()
      await again?.cancel()
    }
    expect(openFiles().length).toBeLessThan(held + 10)
  })
})
