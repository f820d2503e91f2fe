import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { enginesOfTier } from '../engines.ts'
import { formOf, heic, jpeg, upload } from '../files.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { isBrief } from '../tier.ts'

type Person = Client & { user: CurrentUser }

describe.each(enginesOfTier)('attachments on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Person
  let foreman: Person
  let project: { id: number; customer_id: number }
  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample() })
    admin = await world.signIn('admin@plumbline.test')
    foreman = await world.signIn('foreman@plumbline.test')
  })
  beforeEach(async () => {
    const number = `A-${crypto.randomUUID().slice(0, 8)}`
    project = (await admin.post('/api/projects', { customer_id: 1, name: 'Attached', number })).data
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const at = () => `/api/projects/${project.id}/attachments`

  test('all photos of a job are found, whatever they are on, by those who see them', async () => {
    const { data: rfi } = await foreman.post(`/api/projects/${project.id}/rfis`, { title: 'Pad', question: 'Where?' })
    const { data: message } = await foreman.post(`/api/rfis/${rfi.id}/messages`, { content: 'Here.' })
    const places = [`/api/projects/${project.id}`, `/api/rfis/${rfi.id}`, `/api/messages/${message.id}`]
    for (const place of places)
      expect((await upload(foreman, `${place}/attachments`, { file: ['a.jpg', jpeg(place)] })).status).toBe(201)
    await upload(foreman, at(), { file: ['notes.csv', 'a;b'] })
    // Which job it is of follows from what it is on.
    await upload(foreman, '/api/projects/1/attachments', { file: ['b.jpg', jpeg()], project_id: String(project.id) })
    const photos = async (client: Client) => {
      const { data } = await client.get(`/api/attachments?project_id=${project.id}&image=1`)
      return data.map((one: { attachable_type: string }) => one.attachable_type).sort()
    }
    expect(await photos(foreman)).toEqual(['messages', 'projects', 'rfis'])
    // Of the RFI, which is not sent, the customer sees nothing.
    expect(await photos(await world.signIn('customer@plumbline.test'))).toEqual(['projects'])
  })

  test('an uploaded picture can be downloaded unchanged, with its metadata', async () => {
    const { status, data } = await upload(foreman, at(), {
      file: ['Panel LP-2.jpg', jpeg('whole')],
      preview: ['p.jpg', jpeg('small')],
      caption: 'Door swing',
      taken_at: '2020-11-02T09:30:00-08:00',
      lat: '46.2087',
      lng: '-119.1199',
    })
    expect(status).toBe(201)
    expect(data).toMatchObject({
      attachable_type: 'projects',
      attachable_id: project.id,
      name: 'Panel LP-2.jpg',
      mime: 'image/jpeg',
      size: jpeg('whole').byteLength,
      image: true,
      caption: 'Door swing',
      taken_at: '2020-11-02T17:30:00.000Z',
      lat: 46.2087,
      lng: -119.1199,
      user_id: foreman.user.id,
      user_name: foreman.user.name,
    })
    expect(data).not.toHaveProperty('path')
    expect(data).not.toHaveProperty('preview_path')
    const file = await foreman.fetch(`http://plumbline.test/api/attachments/${data.id}/file`)
    expect(new Uint8Array(await file.arrayBuffer())).toEqual(new Uint8Array(jpeg('whole')))
    expect(file.headers.get('content-disposition')).toBe(
      `inline; filename="Panel LP-2.jpg"; filename*=UTF-8''Panel%20LP-2.jpg`,
    )
    expect(file.headers.get('content-security-policy')).toBe("default-src 'none'; sandbox")
    const preview = await foreman.fetch(`http://plumbline.test/api/attachments/${data.id}/preview`)
    expect(new Uint8Array(await preview.arrayBuffer())).toEqual(new Uint8Array(jpeg('small')))
    const asked = await foreman.fetch(`http://plumbline.test/api/attachments/${data.id}/file?download`)
    expect(asked.headers.get('content-disposition')).toMatch(/^attachment;/)
  })

  test('a project includes its pictures but not other files; both are listed at its endpoint', async () => {
    const { data: photo } = await upload(admin, at(), { file: ['a.jpg', jpeg()] })
    const { data: sheet } = await upload(admin, at(), { file: ['b.csv', 'code,hours\n010,4\n'] })
    expect(sheet).toMatchObject({ mime: 'text/csv', image: false })
    const { data } = await admin.get(`/api/projects/${project.id}`)
    expect(data.images.map(({ id }: { id: number }) => id)).toEqual([photo.id])
    const { data: listed } = await admin.get(at())
    expect(listed.map(({ id }: { id: number }) => id)).toEqual([photo.id, sheet.id])
  })

  test('a picture as iPhones take it is kept as a file to download, and no preview is waited for', async () => {
    const { status, data } = await upload(admin, at(), { file: ['IMG_0042.HEIC', heic] })
    expect([status, data]).toEqual([
      201,
      expect.objectContaining({ name: 'IMG_0042.HEIC', mime: 'image/heic', image: false, preview_state: null }),
    ])
    const file = await admin.fetch(`http://plumbline.test/api/attachments/${data.id}/file`)
    expect([file.status, file.headers.get('content-disposition')]).toEqual([
      200,
      expect.stringMatching(/^attachment; filename="IMG_0042\.HEIC"/),
    ])
    const preview = await admin.get(`/api/attachments/${data.id}/preview?size=320`)
    expect([preview.status, preview.data.message]).toEqual([404, expect.stringMatching(/\.$/)])
  })

  test.each([
    ['an HTML page called .jpg', 'site.jpg', '<!doctype html><script>alert(1)</script>'],
    ['an HTML page called .txt', 'notes.txt', ' <html><body onload=alert(1)>'],
    ['an SVG with a script', 'logo.svg', '<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'],
    ['a program', 'setup.exe', new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff])],
    ['a program called .pdf', 'plan.pdf', new Uint8Array([0x4d, 0x5a, 0x90, 0, 3, 0, 0, 0, 4, 0, 0, 0, 0xff, 0xff])],
    ['text called .jpg', 'photo.jpg', 'not a picture'],
    ['a script', 'run.sh', '#!/bin/sh\nrm -rf /\n'],
  ])('%s is refused', async (_, name, content) => {
    const { status, data } = await upload(admin, at(), { file: [name, content] })
    expect([status, data.errors]).toEqual([422, { file: ['This file type is not allowed.'] }])
    expect((await admin.get(at())).data).toEqual([])
  })

  test('an empty file, a missing file and JSON instead of a file have different errors', async () => {
    expect((await upload(admin, at(), { file: ['a.jpg', ''] })).data.errors).toEqual({ file: ['This file is empty.'] })
    expect((await upload(admin, at(), { caption: 'none' })).data.errors).toEqual({ file: ['File is required'] })
    const { status, data } = await admin.post(at(), {
      name: 'x',
      mime: 'image/jpeg',
      size: 1,
      path: '../../etc/passwd',
    })
    expect([status, data.errors]).toEqual([422, { file: ['File is required'] }])
  })

  test('a malformed form is refused, and one for another endpoint is not even parsed', async () => {
    const token = decodeURIComponent(admin.cookies.get('XSRF-TOKEN') ?? '')
    const headers = { 'x-xsrf-token': token, 'content-type': 'multipart/form-data; boundary=x' }
    const send = (path: string, body: string) =>
      admin.fetch(`http://plumbline.test${path}`, { method: 'POST', headers, body })
    const head =
      '--x\r\nContent-Disposition: form-data; name="file"; filename="a.csv"\r\nContent-Type: text/csv\r\n\r\n'
    expect((await send(at(), '--x\r\nnonsense\r\n\r\n')).status).toBe(400)
    // The connection ended before the file did, so it is incomplete.
    expect((await send(at(), `${head}code,hours`)).status).toBe(400)
    expect((await admin.get(at())).data).toEqual([])
    expect((await send('/api/customers', '--x--')).status).toBe(415)
  })

  test.each([
    ['files', ['file', 'file']],
    ['a file and a text', ['file', 'caption', 'caption']],
    ['a text and a file', ['caption', 'file', 'caption']],
    ['previews', ['file', 'preview', 'preview']],
    ['files nobody asked for', ['file', 'x', 'x']],
  ])('two parts with the same name (%s) are refused and not stored', async (_, names) => {
    const form = new FormData()
    for (const name of names)
      if (name === 'caption') form.append(name, 'twice')
      else form.append(name, new File([jpeg(crypto.randomUUID())], 'a.jpg'))
    const { status, data } = await upload(admin, at(), form)
    expect([status, data.message]).toEqual([400, 'Two parts of the form have the same name.'])
    expect((await admin.get(at())).data).toEqual([])
  })

  test('a file name that cannot be decoded is refused as a broken form', async () => {
    const token = decodeURIComponent(admin.cookies.get('XSRF-TOKEN') ?? '')
    const headers = { 'x-xsrf-token': token, 'content-type': 'multipart/form-data; boundary=x' }
    const body = `--x\r\nContent-Disposition: form-data; name="file"; filename*=UTF-8''%E0%A4%A\r\n\r\na\r\n--x--\r\n`
    expect((await admin.fetch(`http://plumbline.test${at()}`, { method: 'POST', headers, body })).status).toBe(400)
  })

  test.runIf(!isBrief)('a file larger than 100 MB is refused while it is being sent and not stored', async () => {
    const token = decodeURIComponent(admin.cookies.get('XSRF-TOKEN') ?? '')
    const chunk = new Uint8Array(1024 * 1024)
    let sent = 0
    const body = new ReadableStream<Uint8Array>({
      pull(to) {
        if (sent === 0)
          to.enqueue(
            new TextEncoder().encode(
              '--x\r\nContent-Disposition: form-data; name="file"; filename="big.dwg"\r\nContent-Type: application/octet-stream\r\n\r\n',
            ),
          )
        if (sent++ < 105) to.enqueue(chunk)
        else to.close()
      },
    })
    const headers = { 'x-xsrf-token': token, 'content-type': 'multipart/form-data; boundary=x' }
    // Node's fetch requires `duplex`, which the DOM's types lack.
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
    const answer = await admin.fetch(`http://plumbline.test${at()}`, init)
    expect(answer.status).toBe(422)
    expect((await answer.json()).errors).toEqual({ file: ['This file is larger than 100 MB.'] })
    expect(sent).toBeLessThan(104)
  })

  test('sending it twice with the same idempotency key creates one attachment', async () => {
    const form = { file: ['a.jpg', jpeg('one')] as const }
    const [first, second] = [await upload(admin, at(), form, 'k1'), await upload(admin, at(), form, 'k1')]
    expect([first.status, second.status]).toEqual([201, 201])
    expect(second.data.id).toBe(first.data.id)
    expect((await admin.get(at())).data).toHaveLength(1)
    const file = await admin.fetch(`http://plumbline.test/api/attachments/${first.data.id}/file`)
    expect(file.status).toBe(200)
  })

  test('users who see the project see its files; others find neither list nor file', async () => {
    const { data } = await upload(admin, at(), { file: ['a.jpg', jpeg()] })
    const guest = await world.signIn('customer@plumbline.test')
    const contact = await world.signIn('contact@plumbline.test')
    expect((await guest.get(at())).data).toHaveLength(1)
    expect((await guest.get(`/api/attachments/${data.id}/file`)).status).toBe(200)
    for (const path of [at(), `/api/attachments/${data.id}`, `/api/attachments/${data.id}/file`])
      expect((await contact.get(path)).status, path).toBe(404)
    expect((await contact.get('/api/attachments')).data.map(({ id }: { id: number }) => id)).not.toContain(data.id)
  })

  test('staff may add files, project editors may change everyone’s, guests may only view', async () => {
    const { data: own } = await upload(foreman, at(), { file: ['own.jpg', jpeg()] })
    const { data: others } = await upload(admin, at(), { file: ['others.jpg', jpeg()] })
    const guest = await world.signIn('customer@plumbline.test')
    expect((await upload(guest, at(), { file: ['g.jpg', jpeg()] })).status).toBe(403)
    expect((await guest.delete(`/api/attachments/${own.id}`)).status).toBe(403)
    expect((await foreman.patch(`/api/attachments/${others.id}`, { caption: 'mine' })).status).toBe(403)
    expect((await foreman.delete(`/api/attachments/${others.id}`)).status).toBe(403)
    const named = await foreman.patch(`/api/attachments/${own.id}`, { caption: 'Gear' })
    expect(named.data.caption).toBe('Gear')
    expect((await foreman.delete(`/api/attachments/${own.id}`)).status).toBe(204)
    expect((await foreman.get(`/api/attachments/${own.id}/file`)).status).toBe(404)
  })

  test('a file cannot be moved to another record, and clients cannot set its server-side fields', async () => {
    const { data } = await upload(admin, at(), { file: ['a.jpg', jpeg()], mime: 'text/html', user_id: '2', image: '0' })
    expect(data).toMatchObject({ mime: 'image/jpeg', user_id: admin.user.id, image: true })
    const moved = await admin.patch(`/api/attachments/${data.id}`, {
      attachable_id: 1,
      attachable_type: 'customers',
      name: 'b.html',
      mime: 'text/html',
    })
    expect(moved.data).toMatchObject({ attachable_type: 'projects', attachable_id: project.id, name: 'a.jpg' })
    expect((await upload(admin, '/api/customers/1/attachments', { file: ['a.jpg', jpeg()] })).status).toBe(404)
    expect((await upload(admin, '/api/projects/999999/attachments', { file: ['a.jpg', jpeg()] })).status).toBe(404)
    expect((await admin.get(`/api/projects/1/attachments/${data.id}`)).status).toBe(404)
  })

  test('nothing that is attached to anything of an archived project changes', async () => {
    const made = async (path: string, draft: object) => (await admin.post(path, draft)).data
    const job = `/api/projects/${project.id}`
    const rfi = await made(`${job}/rfis`, { title: 'Pad', question: 'Where?' })
    const log = await made(`${job}/daily_logs`, { date: '2020-01-05' })
    const [sheet] = (await admin.get('/api/drawing_sheets')).data
    const places: Record<string, { id: number; project_id: number }> = {
      project: { id: project.id, project_id: project.id },
      rfi,
      message: { ...(await made(`/api/rfis/${rfi.id}/messages`, { content: 'Here.' })), project_id: project.id },
      task: await made(`${job}/tasks`, { title: 'Label' }),
      extra_work: await made(`${job}/extra_work`, { title: 'Move boxes', date: '2020-01-05' }),
      punch_item: await made(`${job}/punch_items`, { title: 'Cover plate' }),
      daily_log: log,
      daily_log_entry: {
        ...(await made(`/api/daily_logs/${log.id}/entries`, { type: 'note', body: 'Quiet' })),
        project_id: project.id,
      },
      markup: await made(`/api/drawing_sheets/${sheet.id}/markups`, {
        revision_id: sheet.current_revision_id,
        type: 'pin',
        geometry: { x: 0.5, y: 0.5 },
      }),
    }
    const { catalog } = world.app.services
    const attachable = catalog.entities.filter((entity) => entity.attachable.length > 0)
    // The company's logo and its people's signed agreements and certifications belong to no project.
    expect([...Object.keys(places), 'company_setting', 'work_schedule_agreement', 'certification'].toSorted()).toEqual(
      attachable.map(({ name }) => name).toSorted(),
    )
    for (const [name, { id, project_id }] of Object.entries(places)) {
      const { table, attachable } = catalog.entity(name)
      const files = `/api/${table}/${id}/attachments`
      const threads = attachable.includes('message') ? [`/api/${table}/${id}/messages`] : []
      const file = await upload(admin, files, { file: ['a.jpg', jpeg(name)] })
      expect([name, file.status]).toEqual([name, 201])
      const said = await Promise.all(threads.map((path) => made(path, { content: 'Before' })))
      await admin.post(`/api/projects/${project_id}/archive`)
      const answers = [
        await upload(admin, files, { file: ['b.jpg', jpeg(`${name} late`)] }),
        await admin.patch(`/api/attachments/${file.data.id}`, { caption: 'late' }),
        await admin.delete(`/api/attachments/${file.data.id}`),
        ...(await Promise.all(threads.map((path) => admin.post(path, { content: 'Late' })))),
        ...(await Promise.all(said.map((message) => admin.delete(`/api/messages/${message.id}`)))),
      ]
      for (const { status, data } of answers)
        expect([name, status, data.message]).toEqual([name, 422, 'This project is archived.'])
      expect((await admin.get(`/api/attachments/${file.data.id}/file`)).status).toBe(200)
      await admin.post(`/api/projects/${project_id}/unarchive`)
    }
  })

  test('calendars and contact cards are accepted, recognized by their content', async () => {
    const calendar = 'BEGIN:VCALENDAR\r\nVERSION:2.0\r\nEND:VCALENDAR\r\n'
    const { data: event } = await upload(admin, at(), { file: ['Pour.ics', calendar] })
    expect(event).toMatchObject({ name: 'Pour.ics', mime: 'text/calendar', image: false })
    const card = 'BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Ray Ochoa\r\nEND:VCARD\r\n'
    expect((await upload(admin, at(), { file: ['Ray', card] })).data).toMatchObject({
      name: 'Ray.vcf',
      mime: 'text/vcard',
    })
  })

  test.each([
    ['of more than 100 megapixels', jpeg('', [12_000, 9000]), 'This picture has more than 100 megapixels.'],
    ['whose header does not say how large it is', jpeg().slice(0, 20), 'This picture cannot be read.'],
  ])('a picture %s is refused, as a file and as a preview', async (_, content, message) => {
    const sent = await upload(admin, at(), { file: ['roof.jpg', content] })
    expect([sent.status, sent.data.errors]).toEqual([422, { file: [message] }])
    const preview = await upload(admin, at(), { file: ['roof.jpg', jpeg()], preview: ['small.jpg', content] })
    expect([preview.status, preview.data.errors]).toEqual([422, { preview: [message] }])
    expect((await admin.get(at())).data).toEqual([])
  })

  test('a picture of 100 megapixels and a preview of 1 MB are accepted, but not one byte more', async () => {
    expect((await upload(admin, at(), { file: ['roof.jpg', jpeg('', [10_000, 10_000])] })).status).toBe(201)
    const header = jpeg().byteLength
    const preview = (size: number) => jpeg('x'.repeat(size - header))
    const sent = (size: number) => upload(admin, at(), { file: ['a.jpg', jpeg()], preview: ['p.jpg', preview(size)] })
    expect((await sent(1024 * 1024)).status).toBe(201)
    const { status, data } = await sent(1024 * 1024 + 1)
    expect([status, data.errors]).toEqual([422, { preview: ['A preview is at most 1 MB.'] }])
  })

  test.each([
    ['平面図 配管.jpg', '平面図 配管.jpg'],
    ['План этажа.jpg', 'План этажа.jpg'],
    ['تقرير الموقع.jpg', 'تقرير الموقع.jpg'],
    ['🏗️ crane.jpg', '🏗️ crane.jpg'],
    ['photo\u202egpj.exe.jpg', 'photogpj.exe.jpg'],
    ['\u2067דוח\u2069 1\u200f.jpg', 'דוח 1.jpg'],
  ])('a file named %j is kept and downloaded as %s', async (name, kept) => {
    const { data } = await upload(admin, at(), { file: [name, jpeg()] })
    expect(data).toMatchObject({ name: kept })
    const { headers } = await admin.fetch(`http://plumbline.test/api/attachments/${data.id}/file?download`)
    const [, encoded] = /filename\*=UTF-8''(\S+)$/.exec(headers.get('content-disposition') ?? '') ?? []
    expect(decodeURIComponent(encoded ?? '')).toBe(kept)
  })

  test('names are stored without folders and escaped in headers', async () => {
    const form = formOf({ file: ['C:\\fakepath\\Größe "1".jpg', jpeg()] })
    const { data } = await upload(admin, at(), form)
    expect(data.name).toBe('Größe _1_.jpg')
    const file = await admin.fetch(`http://plumbline.test/api/attachments/${data.id}/file`)
    expect(file.headers.get('content-disposition')).toBe(
      `inline; filename="Gr__e _1_.jpg"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20_1_.jpg`,
    )
  })
})
