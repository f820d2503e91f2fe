import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'

const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'pat', 'nell', 'customer'] as const
type Role = (typeof roles)[number]
const at = '/api/schedule_events'
const [wednesday, thursday, friday] = ['2027-03-10', '2027-03-11', '2027-03-12']

describe.each(enginesOfTier)(
  'Who hears of the schedule, and what waits for an answer, on $engine',
  ({ openSample }) => {
    let world: Awaited<ReturnType<typeof createTestWorld>>
    const clock = createTestClock('2027-03-10 08:00')
    const people = new Map<Role, Client & { user: CurrentUser }>()
    const as = (role: Role) => {
      const found = people.get(role)
      if (!found) throw new Error(role)
      return found
    }
    const idOf = (role: Role) => as(role).user.id
    let project = 0
    let other = 0
    const makeProject = async (name: string) => {
      const number = `T-${crypto.randomUUID().slice(0, 8)}`
      const project_users = [{ user_id: idOf('foreman') }]
      const body = { customer_id: as('customer').user.customer_id, name, number, project_users }
      return Number((await as('admin').post('/api/projects', body)).data.id)
    }
    const nameOf = async (id: number): Promise<string> => {
      const { number, name } = (await as('admin').get(`/api/projects/${id}`)).data
      return `${number} ${name}`
    }
    const plan = async (role: Role, draft: object = {}) => {
      const span = { start_date: wednesday, end_date: friday }
      const body = {
        kind: 'assignment',
        user_id: idOf(role),
        project_id: project,
        ...span,
        confirmed: ['double_booking', 'ratio'],
        ...draft,
      }
      const { status, data } = await as('manager').post(at, body)
      if (status !== 201) throw new Error(JSON.stringify(data))
      return Number(data.id)
    }
    const publish = async (by: Role = 'office') => {
      await as(by).post(`${at}/publish`, {})
      await world.app.jobs.drain()
      world.mails.length = 0
    }
    const decline = async (role: Role, id: number, date = thursday) => {
      const { status } = await as(role).post(`${at}/${id}/decline`, { date, reason: 'Dentist' })
      expect(status).toBe(200)
      await world.app.jobs.drain()
    }
    const waiting = async (role: Role = 'manager') => (await as(role).get(`${at}/unanswered`)).data
    const toldOf = async (role: Role): Promise<string[]> =>
      (await as(role).get('/api/notifications?view=unread')).data.map(({ text }: { text: string }) => text)

    beforeAll(async () => {
      world = await createTestWorld({ database: await openSample(clock) })
      for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
    })
    beforeEach(async () => {
      clock.moveTo(wednesday, '08:00')
      for (const { id } of (await as('admin').get(at)).data) await as('admin').delete(`${at}/${id}`)
      await publish('admin')
      for (const role of roles) await as(role).post('/api/notifications/read_all')
      project = await makeProject('Mill')
      other = await makeProject('Depot')
    })
    afterAll(async () => {
      expect(world.errors).toEqual([])
      await world.close()
    })

    test('a decline reaches its publisher, that day’s lead and the foreman of the job, live', async () => {
      await plan('nell', { lead: true })
      const id = await plan('pat')
      await plan('employee', { project_id: other })
      await publish()
      const frames: { event: string; data: string }[] = []
      const connection = world.app.hub.connect(
        { send: (text) => void frames.push(JSON.parse(text)), close: () => {} },
        { key: 'plumbline', protocol: '7' },
      )
      const channel = `private-notifications.${idOf('office')}`
      const { data } = await as('office').post('/broadcasting/auth', {
        socket_id: connection?.id,
        channel_name: channel,
      })
      await connection?.receive(JSON.stringify({ event: 'pusher:subscribe', data: { channel, auth: data.auth } }))
      await decline('pat', id)
      await world.app.settled()
      const text = 'Pat Olsen can’t make it to Mill, Thu, Mar 11'
      for (const role of ['office', 'nell', 'foreman'] as const) expect(await toldOf(role), role).toContain(text)
      for (const role of ['manager', 'employee', 'pat'] as const) expect(await toldOf(role)).not.toContain(text)
      expect(frames.flatMap(({ event, data: sent }) => (event === 'saved' ? JSON.parse(sent).model.text : []))).toEqual(
        [text],
      )
    })

    test('a declined day waits until it is left open, asked again, or is planned no more', async () => {
      const id = await plan('pat')
      await publish()
      await decline('pat', id)
      await decline('pat', id, friday)
      const one = { event_id: id, user_id: idOf('pat'), job: await nameOf(project), reason: 'Dentist' }
      expect(await waiting()).toMatchObject({
        day: thursday,
        open: [],
        declined: [
          { ...one, date: thursday },
          { ...one, date: friday },
        ],
      })
      for (const role of ['pat', 'foreman'] as const) {
        expect((await as(role).get(`${at}/unanswered`)).status).toBe(403)
        expect((await as(role).post(`${at}/${id}/leave_open`, { date: thursday })).status).toBe(403)
        expect((await as(role).post(`${at}/${id}/ask_again`, { date: thursday })).status).toBe(403)
      }
      for (const date of [wednesday, 'soon', undefined])
        expect((await as('manager').post(`${at}/${id}/leave_open`, { date })).data.errors).toEqual({
          date: ['Date must be a day that was declined.'],
        })
      expect((await as('manager').post(`${at}/${id}/leave_open`, { date: thursday })).status).toBe(200)
      expect((await waiting()).declined).toEqual([{ ...one, date: friday }])
      world.mails.length = 0
      expect((await as('manager').post(`${at}/${id}/ask_again`, { date: friday })).status).toBe(200)
      await world.app.jobs.drain()
      expect(world.mails.map(({ to, text }) => [to, text.includes('Fri, Mar 12, 7:00 AM')])).toEqual([
        ['pat@plumbline.test', true],
      ])
      expect((await waiting()).declined).toEqual([])
      // Who declines once more stands there again, and so does a day that was left open and is asked for anew.
      await decline('pat', id, friday)
      expect((await waiting()).declined).toEqual([{ ...one, date: friday }])
      await as('manager').patch(`${at}/${id}`, { end_date: thursday })
      expect((await waiting()).declined).toEqual([])
      await as('manager').patch(`${at}/${id}`, { end_date: friday, start_time: '06:00' })
      await publish()
      await decline('pat', id)
      expect((await waiting()).declined).toEqual([{ ...one, date: thursday }])
      clock.moveTo(friday, '08:00')
      expect((await waiting()).declined).toEqual([])
    })

    const planned = async (): Promise<unknown[]> =>
      (await as('manager').get(`${at}?project_id=${project}`)).data.map(
        (event: {
          user_id: number
          start_date: string
          end_date: string
          draft: boolean
          answers: { date: string }[]
        }) => [event.user_id, event.start_date, event.end_date, event.draft, event.answers.map(({ date }) => date)],
      )
    const replaced = (by: Role, body: object) => as(by).post(`${at}/replace`, body)

    test('a declined day is given to another person, who is told as who had it, and the other days stay answered', async () => {
      const id = await plan('pat', { note: 'Bring the lift' })
      await publish()
      await as('pat').post(`${at}/${id}/confirm`, {})
      await decline('pat', id)
      world.mails.length = 0
      const before = await planned()
      const { status, headers } = await replaced('office', { id, date: thursday, user_id: idOf('nell') })
      expect(status).toBe(200)
      await world.app.jobs.drain()
      expect((await planned()).toSorted()).toEqual(
        [
          [idOf('pat'), wednesday, wednesday, false, [wednesday]],
          [idOf('pat'), friday, friday, false, [friday]],
          [idOf('nell'), thursday, thursday, false, []],
        ].toSorted(),
      )
      expect((await waiting()).declined).toEqual([])
      expect(world.mails.map(({ to }) => to).toSorted()).toEqual(['nell@plumbline.test', 'pat@plumbline.test'])
      const agenda = (await as('nell').get(`${at}/agenda`)).data
      expect(JSON.stringify(agenda)).toContain('Bring the lift')
      // It is taken back as one step, and both hear of it.
      world.mails.length = 0
      const change = headers.get('X-Change-Id')
      expect((await as('office').post('/api/undo', { change })).data.left).toEqual([])
      await world.app.jobs.drain()
      expect(await planned()).toEqual(before)
      expect(world.mails.map(({ to }) => to).toSorted()).toEqual(['nell@plumbline.test', 'pat@plumbline.test'])
    })

    test('an only day changes hands as a whole, and what is in the way of the other person is asked', async () => {
      const id = await plan('pat', { start_date: thursday, end_date: thursday })
      await plan('nell', { project_id: other, start_date: thursday, end_date: thursday })
      await publish()
      await decline('pat', id)
      const body = { id, date: thursday, user_id: idOf('nell') }
      const asked = await replaced('manager', body)
      expect([asked.status, asked.data.warnings?.map(({ code }: { code: string }) => code)]).toEqual([
        422,
        ['double_booking'],
      ])
      expect((await waiting()).declined).toHaveLength(1)
      expect((await replaced('manager', { ...body, confirmed: ['double_booking'] })).status).toBe(200)
      expect(await planned()).toEqual([[idOf('nell'), thursday, thursday, false, []]])
    })

    test('of two who give a day away at the same moment one does', async () => {
      const id = await plan('pat', { start_date: thursday, end_date: thursday })
      await publish()
      await decline('pat', id)
      const both = await Promise.all([
        replaced('manager', { id, date: thursday, user_id: idOf('nell') }),
        replaced('office', { id, date: thursday, user_id: idOf('employee') }),
      ])
      expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422])
      expect(await planned()).toHaveLength(1)
    })

    test('only a declined day of what was published can be given away, by who plans, to somebody else', async () => {
      const id = await plan('pat')
      await publish()
      const to = { id, date: thursday, user_id: idOf('nell') }
      expect((await replaced('manager', to)).data.errors).toEqual({ date: ['Date must be a day that was declined.'] })
      await decline('pat', id)
      for (const user_id of [idOf('pat'), null, 'nobody'])
        expect((await replaced('manager', { ...to, user_id })).data.errors).toEqual({
          user_id: ['Choose another person.'],
        })
      for (const other_id of [null, 999_999])
        expect((await replaced('manager', { ...to, id: other_id })).status).toBe(422)
      for (const role of ['pat', 'foreman', 'customer'] as const) expect((await replaced(role, to)).status).toBe(403)
      await as('manager').patch(`${at}/${id}`, { start_time: '06:00' })
      expect((await replaced('manager', to)).status).toBe(422)
      expect((await planned()).length).toBe(1)
    })

    test('who is planned on two jobs for more hours than a day has waits until that is mended', async () => {
      await plan('pat', { hours_per_day: 5 })
      const id = await plan('pat', { project_id: other, start_date: thursday, hours_per_day: 4 })
      expect((await waiting()).double).toEqual([
        { user_id: idOf('pat'), date: thursday, days: 2, jobs: [await nameOf(project), await nameOf(other)] },
      ])
      await as('manager').patch(`${at}/${id}`, { hours_per_day: 3 })
      expect((await waiting()).double).toEqual([])
      // A day of which half is off is full with four hours.
      const half = { all_day: true, start_date: friday, end_date: friday, hours_off: 4 }
      const holiday = { kind: 'calendar', type: 'holiday', title: 'Half a day', ...half }
      const { data: off } = await as('manager').post(at, holiday)
      expect((await waiting()).double).toMatchObject([{ user_id: idOf('pat'), date: friday, days: 1 }])
      await as('manager').delete(`${at}/${off.id}`)
    })

    test('what is more than a day can be left as it is, until more is planned there', async () => {
      const first = await plan('pat')
      await plan('pat', { project_id: other, start_date: thursday })
      await plan('nell', { end_date: wednesday })
      await plan('nell', { project_id: other, end_date: wednesday })
      await publish()
      expect((await waiting()).double).toHaveLength(2)
      for (const role of ['pat', 'foreman', 'customer'] as const)
        expect((await as(role).post(`${at}/leave_double`, { user_id: idOf('pat') })).status).toBe(403)
      expect((await as('manager').post(`${at}/leave_double`, {})).data.errors).toEqual({
        user_id: ['User id is required'],
      })
      const { status, headers } = await as('manager').post(`${at}/leave_double`, { user_id: idOf('pat') })
      expect(status).toBe(200)
      expect((await waiting()).double).toMatchObject([{ user_id: idOf('nell') }])
      // It says nothing for the person, who confirms as before.
      expect((await waiting()).open).toContain(idOf('pat'))
      await as('pat').post(`${at}/${first}/confirm`, {})
      expect((await waiting()).double).toMatchObject([{ user_id: idOf('nell') }])
      await plan('pat', { project_id: other, start_date: friday, hours_per_day: 2 })
      expect((await waiting()).double).toMatchObject([
        { user_id: idOf('nell') },
        { user_id: idOf('pat'), date: friday, days: 1 },
      ])
      await as('manager').post('/api/undo', { change: headers.get('X-Change-Id') })
      expect((await waiting()).double.find((one: { user_id: number }) => one.user_id === idOf('pat'))).toMatchObject({
        days: 2,
      })
    })

    test('an answer, and what is left as it is, leave a draft to whoever planned it', async () => {
      const id = await plan('pat')
      await publish()
      await as('manager').patch(`${at}/${id}`, { start_time: '06:00' })
      await plan('pat', { project_id: other, start_date: friday })
      const draftOf = async () => (await as('manager').get(`${at}/${id}`)).data.drafted_id
      expect(await draftOf()).toBe(idOf('manager'))
      await as('pat').post(`${at}/${id}/confirm`, { date: friday })
      expect(await draftOf()).toBe(idOf('manager'))
      expect((await as('office').post(`${at}/leave_double`, { user_id: idOf('pat') })).data).toHaveLength(2)
      expect(await draftOf()).toBe(idOf('manager'))
    })

    describe('a calendar address', () => {
      const open = async (role: Role, project_id: number | null = null): Promise<string> => {
        const feeds: { id: number; project_id: number | null }[] = (await as(role).get('/api/calendar_feeds')).data
        const feed = feeds.find((one) => one.project_id === project_id)
        const { url } = (await as(role).post(`/api/calendar_feeds/${feed?.id}/renew`)).data
        const { data } = await world.client().get(new URL(url).pathname)
        return data.replaceAll('\r\n ', '')
      }
      const notes = (text: string) => text.match(/DESCRIPTION:.*/g)?.map((line) => line.trim()) ?? []

      test('says who leads and who else is there, to whom they may be known', async () => {
        await plan('foreman', { lead: true, end_date: wednesday })
        const id = await plan('pat', { end_date: thursday, note: 'Bring the lift' })
        await plan('nell', { end_date: wednesday })
        await plan('employee', { project_id: other, end_date: wednesday })
        await publish()
        const lead = as('foreman').user.name
        expect(notes(await open('pat'))).toEqual([
          `DESCRIPTION:Bring the lift\\nLead: ${lead}\\nCrew: Nell Abbott`,
          'DESCRIPTION:Bring the lift',
        ])
        expect(notes(await open('employee'))).toEqual([])
        const forOffice = await open('office', project)
        expect(forOffice).toContain(`SUMMARY:${lead}`)
        expect(notes(forOffice)).toContain(`DESCRIPTION:Lead: ${lead}\\nCrew: Pat Olsen`)
        // Who cannot come is not named.
        await decline('pat', id, wednesday)
        expect(notes(await open('nell'))).toEqual([`DESCRIPTION:Lead: ${lead}`])
      })

      test('of a customer has the phases of their jobs, and of nobody else’s', async () => {
        const [phase] = (await as('manager').get('/api/phases')).data
        const foreign = (await as('admin').post('/api/customers', { name: `Other ${crypto.randomUUID()}` })).data.id
        const theirs = await makeProject('Not theirs')
        await as('admin').patch(`/api/projects/${theirs}`, { customer_id: foreign })
        const bar = { kind: 'phase', phase_id: phase.id, start_date: wednesday, end_date: friday }
        for (const project_id of [project, theirs]) await as('manager').post(at, { ...bar, project_id })
        await plan('pat')
        await publish()
        expect((await open('customer')).match(/SUMMARY:.*/g)?.map((line) => line.trim())).toEqual([
          `SUMMARY:Mill: ${phase.name}`,
        ])
      })
    })
  },
)
