import { PDFDocument } from 'pdf-lib'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, PASSWORD } from '../harness.ts'
import { pagesOf } from '../stock-reader.ts'

const at = '/api/report_mails'

describe.each(enginesOfTier)('reports by mail on $engine', ({ openSample }) => {
  // A Wednesday; on the Sunday after it the clocks change.
  const clock = createTestClock('2027-03-10 08:00')
  let world: Awaited<ReturnType<typeof createTestWorld>>
  const as = (role: string) => world.signIn(`${role}@plumbline.test`)
  const sentBy = async (day: string, time: string) => {
    const before = world.mails.length
    clock.moveTo(day, time)
    await world.app.jobs.drain()
    return world.mails.slice(before).filter(({ headers }) => headers)
  }
  const stopOf = (mail: { headers?: Readonly<Record<string, string>> } | undefined) =>
    new URL(/<(.+)>/.exec(mail?.headers?.['List-Unsubscribe'] ?? '')?.[1] ?? '').pathname

  beforeAll(async () => {
    world = await createTestWorld({ database: await openSample(clock), clock })
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  test('it is sent on its day at its time of the company’s day, once, with figures and the PDF', async () => {
    const manager = await as('manager')
    const draft = {
      user_id: manager.user.id,
      report: 'job-cost',
      filters: { by: 'code' },
      day: 'monday',
      time: '06:00',
    }
    const { status, data } = await manager.post(at, draft)
    expect([status, data.token, data.active]).toEqual([201, undefined, true])
    expect(await sentBy('2027-03-15', '05:59')).toEqual([])
    const [mail, ...more] = await sentBy('2027-03-15', '06:00')
    expect(more).toEqual([])
    expect(mail).toMatchObject({ to: 'manager@plumbline.test', subject: 'Job cost, 3/15/27' })
    const { data: answer } = await manager.get(`${at}/answer?report=job-cost&by=code`)
    const [booked] = answer.figures
    expect(mail?.text).toContain(`Booked: ${booked.value.toLocaleString('en-US', { minimumFractionDigits: 2 })} h`)
    expect(mail?.text).toContain('/reports/job-cost?by=code')
    const [file] = mail?.contents ?? []
    expect(file).toMatchObject({ name: 'job-cost-2027-03-15.pdf', mime: 'application/pdf' })
    expect((await PDFDocument.load(file?.content ?? '')).getTitle()).toBe('Job cost')
    expect(mail?.headers?.['List-Unsubscribe-Post']).toBe('List-Unsubscribe=One-Click')
    expect(await sentBy('2027-03-16', '06:00')).toEqual([])
    expect(await sentBy('2027-03-22', '06:00')).toHaveLength(1)
    expect((await manager.get(`${at}/${data.id}`)).data.sent_on).toBe('2027-03-22')
  })

  test('a mail does not say what people are paid, although its reader may see it', async () => {
    const admin = await as('admin')
    const { data: answer } = await admin.get(`${at}/answer?report=job-cost`)
    expect(answer.columns).toEqual(expect.arrayContaining(['cost', 'rated']))
    const draft = { user_id: admin.user.id, report: 'job-cost', day: 'tuesday', time: '07:00' }
    const { data } = await admin.post(at, draft)
    const [mail] = await sentBy('2027-03-23', '07:00')
    expect(mail?.to).toBe('admin@plumbline.test')
    const pages = await pagesOf(mail?.contents?.[0]?.content ?? new Uint8Array())
    const text = pages.map((page) => page.text).join(' ')
    expect(text).toContain('Over budget')
    expect(`${mail?.text} ${text}`).not.toMatch(/\$|For hours/)
    await admin.delete(`${at}/${data.id}`)
  })

  test('one press in a mail program ends it without a sign-in, opening the address does not', async () => {
    const manager = await as('manager')
    const [mail] = await sentBy('2027-03-29', '06:00')
    const path = stopOf(mail)
    const stranger = world.client()
    expect((await stranger.get(path)).data).toContain('Stop the mail')
    const active = async () => (await manager.get(at)).data.map((one: { active: boolean }) => one.active)
    expect(await active()).toEqual([true])
    const form = { 'content-type': 'application/x-www-form-urlencoded', origin: 'https://mail.test' }
    expect((await stranger.send('POST', path, 'List-Unsubscribe=One-Click', form)).status).toBe(200)
    expect(await active()).toEqual([false])
    expect(await sentBy('2027-04-05', '06:00')).toEqual([])
    expect((await stranger.post(path.replace(/.{4}$/, '0000'))).status).toBe(410)
    const [one] = (await manager.get(at)).data
    expect(one.ended_reason).toBe('Ended by the link in the mail.')
    const again = await manager.patch(`${at}/${one.id}`, { active: true })
    expect([again.data.active, again.data.ended_reason]).toEqual([true, null])
    expect(await sentBy('2027-04-12', '06:00')).toHaveLength(1)
    await manager.delete(`${at}/${one.id}`)
    expect(await sentBy('2027-04-19', '06:00')).toEqual([])
  })

  test('another time is the only one, and the first of the month is one', async () => {
    const admin = await as('admin')
    const draft = { user_id: admin.user.id, report: 'time-off', day: 'every_day', time: '06:00' }
    const { id } = (await admin.post(at, draft)).data
    await admin.patch(`${at}/${id}`, { day: 'first_of_month', time: '07:30' })
    expect(await sentBy('2027-04-30', '23:59')).toEqual([])
    expect(await sentBy('2027-05-01', '07:29')).toEqual([])
    expect(await sentBy('2027-05-01', '07:30')).toHaveLength(1)
    await admin.delete(`${at}/${id}`)
  })

  test('it ends when its reader may no longer see it, and says so', async () => {
    const [admin, grant] = [await as('admin'), await as('grant')]
    const make = (user_id: number) => admin.post(at, { user_id, report: 'overtime', day: 'every_day', time: '06:00' })
    const { id } = (await make(grant.user.id)).data
    expect(await sentBy('2027-05-03', '06:00')).toHaveLength(1)
    await admin.post('/user/confirm-password', { password: PASSWORD })
    await admin.patch(`/api/users/${grant.user.id}`, { role: 'foreman' })
    expect(await sentBy('2027-05-04', '06:00')).toEqual([])
    expect((await admin.get(`${at}/${id}`)).data).toMatchObject({
      active: false,
      ended_reason: 'Grant Lowe may no longer see this report.',
    })
    const other = (await make((await as('nell')).user.id)).data
    await admin.patch(`/api/users/${other.user_id}`, { active: false })
    expect(await sentBy('2027-05-05', '06:00')).toEqual([])
    expect((await admin.get(`${at}/${other.id}`)).data.active).toBe(false)
  })

  test('who may not see a report, decides for others, or says what no filter takes, is refused', async () => {
    const [foreman, admin] = [await as('foreman'), await as('admin')]
    const own = { user_id: foreman.user.id, report: 'overtime' }
    expect((await foreman.post(at, own)).data.errors).toEqual({ report: ['You may not see this report.'] })
    const others = await foreman.post(at, { ...own, user_id: admin.user.id })
    expect([others.status, others.data.message]).toEqual([
      403,
      'Only who may edit people decides what others get by mail.',
    ])
    const draft = { user_id: admin.user.id, report: 'job-cost', filters: { by: 'moon' } }
    expect(Object.keys((await admin.post(at, draft)).data.errors)).toEqual(['filters'])
    expect((await admin.post(at, { ...draft, report: 'none' })).data.errors).toEqual({
      report: ['This report could not be found.'],
    })
    expect((await (await as('employee')).get(at)).status).toBe(403)
  })
})
