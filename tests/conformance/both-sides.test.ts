import { createFetch } from 'ofetch'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { AnyRules } from '#core/entity/rules.ts'
import { isEntity, pathOf } from '#core/entity/entity.ts'
import { createStore } from '#core/store/store.ts'
import { createDelivery } from '#core/writes/deliver.ts'
import type { Change } from '#core/writes/mutation.ts'
import { prepare } from '#core/writes/prepare.ts'
import { refusalOf } from '#core/writes/rules.ts'
import { attachments } from '#modules/attachments/entities.ts'
import { certifiedPayrolls, tradeClasses, workerNumbers } from '#modules/certified-payroll/entities.ts'
import { costCodes } from '#modules/cost-codes/entities.ts'
import { crews } from '#modules/crews/entities.ts'
import { dailyLogs, logEntries } from '#modules/daily-logs/entities.ts'
import { documents } from '#modules/documents/entities.ts'
import { markups } from '#modules/drawings/entities.ts'
import { extraWork } from '#modules/extra-work/entities.ts'
import { listViews } from '#modules/list-views/entities.ts'
import { reportMails } from '#modules/reports/entities.ts'
import { messages } from '#modules/messages/entities.ts'
import { notificationChoices, notificationSettings } from '#modules/notifications/entities.ts'
import { projects } from '#modules/projects/entities.ts'
import { punchItems } from '#modules/punch-items/entities.ts'
import { rfis } from '#modules/rfis/entities.ts'
import { scheduleEvents, timeOffRequests } from '#modules/schedule/entities.ts'
import { tasks } from '#modules/tasks/entities.ts'
import { daySignatures, timecards, timeEntries } from '#modules/time/entities.ts'
import { users } from '#modules/users/entities.ts'
import { addDays, startOfWeek } from '#lib/days.ts'
import { jpeg, upload } from '../files.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'
import { sampleSqlite } from '../sample.ts'
import { isBrief } from '../tier.ts'

const roles = ['admin', 'manager', 'office', 'foreman', 'employee', 'customer', 'contact'] as const
type Role = (typeof roles)[number]
type Person = Client & { user: CurrentUser }

/** A change, and what both sides must answer: errors by field, a message, or the warning that is asked about. */
interface Case {
  readonly name: string
  readonly as: Role
  readonly change: () => Change | Promise<Change>
  readonly answers: string | Readonly<Record<string, readonly string[]>>
}

/** Which rules have denied something, on which side. */
const heard = { device: new Set<string>(), server: new Set<string>() }
let side: keyof typeof heard = 'server'

/** A rule's asker whose warnings are noted. */
const warning = (note: () => void) => (argument: unknown) =>
  typeof argument === 'object' && argument && 'warn' in argument && typeof argument.warn === 'function'
    ? {
        ...argument,
        warn(...words: unknown[]) {
          note()
          Reflect.apply(argument.warn as () => void, argument, words)
        },
      }
    : argument

/** Has the rules of all entities note what they deny, and what they derive. */
function listen(entities: readonly Entity[]): Set<string> {
  const all = new Set<string>()
  for (const { name, rules } of entities) {
    const noting = <F extends (...given: never[]) => unknown>(
      rule: string,
      run: F | undefined,
      denies: (answer: unknown) => boolean,
    ) => {
      if (!run) return undefined
      all.add(`${name} ${rule}`)
      return new Proxy(run, {
        apply(rules, self, given) {
          const note = () => heard[side].add(`${name} ${rule}`)
          const answer: unknown = Reflect.apply(rules, self, given.map(warning(note)))
          if (denies(answer)) note()
          return answer
        },
      })
    }
    const filled = (answer: unknown) => answer !== undefined && Object.keys(Object(answer)).length > 0
    const { may, validate, derive, mayAttach, steps } = rules
    const listening: AnyRules = {
      may: noting('may', may, (answer) => answer !== true),
      validate: noting('validate', validate, filled),
      derive: noting('derive', derive, filled),
      mayAttach: noting('mayAttach', mayAttach, (answer) => answer !== true),
      steps:
        steps &&
        Object.fromEntries(
          Object.entries(steps).map(([step, run]) => [step, noting(step, run, (answer) => answer !== undefined)]),
        ),
    }
    Object.assign(rules, Object.fromEntries(Object.entries(listening).filter(([, rule]) => rule !== undefined)))
  }
  return all
}

describe('A rule of both sides', () => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let declared: Set<string>
  let entities: Entity[]
  const people = new Map<Role, Person>()
  const as = (role: Role): Person => {
    const found = people.get(role)
    if (!found) throw new Error(role)
    return found
  }
  const idOf = (role: Role) => as(role).user.id
  /** Sends something that has to succeed, for a case to begin with. */
  // Each case knows the shape of its records.
  // oxlint-disable-next-line typescript/no-explicit-any
  async function given(role: Role, path: string, body: object = {}, method: 'post' | 'patch' = 'post'): Promise<any> {
    const { status, data } = await as(role)[method](path, body)
    if (status >= 300) throw new Error(`${path}: ${JSON.stringify(data)}`)
    return data
  }
  let project: { id: number }
  let other: { id: number }
  let foreign: { id: number }
  let week: string
  const makeProject = (name: string) =>
    given('admin', '/api/projects', {
      name,
      customer_id: as('customer').user.customer_id,
      number: `B-${crypto.randomUUID().slice(0, 8)}`,
      project_users: (['manager', 'foreman', 'employee', 'contact'] as const).map((role) => ({ user_id: idOf(role) })),
    })

  beforeAll(async () => {
    const database = await sampleSqlite()
    world = await createTestWorld({ database })
    const modules = Object.values(
      import.meta.glob<Record<string, unknown>>('../../modules/*/entities.ts', { eager: true }),
    )
    entities = modules.flatMap((exports) => Object.values(exports).filter(isEntity))
    declared = listen(entities)
    for (const role of roles) people.set(role, await world.signIn(`${role}@plumbline.test`))
    ;[project, other] = [await makeProject('Here'), await makeProject('There')]
    foreign = await given('admin', `/api/projects/${other.id}/cost_codes`, { number: '100', name: 'Rough-in' })
    week = startOfWeek(addDays(world.clock.now().toISOString().slice(0, 10), 70), 'sunday')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })

  const rfi = async (role: Role = 'foreman', more: object = {}) =>
    given(role, `/api/projects/${project.id}/rfis`, { title: 'Height', question: 'How high?', ...more })
  const item = async (more: object = {}) =>
    given('foreman', `/api/projects/${project.id}/punch_items`, { title: 'Cover plate', ...more })
  const task = async (more: object = {}) =>
    given('foreman', `/api/projects/${project.id}/tasks`, { title: 'Pull wire', ...more })
  const ticket = async () =>
    given('foreman', `/api/projects/${project.id}/extra_work`, { title: 'Move boxes', date: '2020-01-05' })
  const params = () => ({ project_id: project.id })
  const save = (entity: Entity, draft: object, at: Change['params'] = params()): Change => ({
    entity,
    params: at,
    verb: 'save',
    drafts: [draft],
  })
  const act = (
    entity: Entity,
    record: { id: number },
    action: string,
    body: object = {},
    at: Change['params'] = params(),
  ): Change => ({ entity, params: at, verb: 'act', drafts: [{ id: record.id }], action, body })
  const remove = (entity: Entity, record: { id: number }, at: Change['params'] = params()): Change => ({
    entity,
    params: at,
    verb: 'delete',
    drafts: [{ id: record.id }],
  })
  /** A photo that somebody attached, with other words below it. */
  async function captioned(role: Role, attachable_type: string, attachable_id: number): Promise<Change> {
    const { status, data } = await upload(as(role), `/api/${attachable_type}/${attachable_id}/attachments`, {
      file: ['a.jpg', jpeg()],
    })
    if (status !== 201) throw new Error(JSON.stringify(data))
    return save(attachments, { id: data.id, caption: 'Other' }, { attachable_type, attachable_id })
  }
  const message = (type: string, id: number): Change =>
    save(messages, { content: 'Why?' }, { messageable_type: type, messageable_id: id })

  const NO = 'You do not have permission to do that.'
  const cases: Case[] = [
    {
      name: 'the question of an RFI that was sent',
      as: 'foreman',
      answers: { title: ['This RFI has been sent. Its question can no longer be changed.'] },
      change: async () => {
        const one = await rfi()
        await given('foreman', `/api/rfis/${one.id}/send`)
        return save(rfis, { id: one.id, title: 'Width' })
      },
    },
    {
      name: 'an RFI of another author',
      as: 'foreman',
      answers: NO,
      change: async () => save(rfis, { id: (await rfi('manager')).id, title: 'Width' }),
    },
    {
      name: 'resolving without an answer',
      as: 'foreman',
      answers: 'Add a response before resolving.',
      change: async () => {
        const one = await rfi()
        await given('foreman', `/api/rfis/${one.id}/send`)
        return act(rfis, one, 'resolve')
      },
    },
    {
      name: 'taking back what was answered',
      as: 'foreman',
      answers: 'Replies exist. Unsending is not possible.',
      change: async () => {
        const one = await rfi()
        await given('foreman', `/api/rfis/${one.id}/send`)
        await given('manager', `/api/rfis/${one.id}/messages`, { content: 'Nine feet.' })
        return act(rfis, one, 'unsend')
      },
    },
    {
      name: 'a step from the wrong state',
      as: 'foreman',
      answers: 'This RFI is not sent.',
      change: async () => act(rfis, await rfi(), 'unresolve'),
    },
    {
      name: 'sharing with somebody who is not on the job',
      as: 'manager',
      answers: 'is not on this project’s team. Share this RFI with them?',
      change: async () => {
        const found = (await as('admin').get('/api/users?per_page=500')).data
        const person =
          found.find(
            (one: { contact_type_id: number | null; id: number }) =>
              one.contact_type_id !== null && one.id !== idOf('contact'),
          ) ??
          (await given('admin', '/api/users', {
            name: 'Outside',
            email: 'outside@plumbline.test',
            contact_type_id: as('contact').user.contact_type_id,
            role: 'Architect',
          }))
        return save(rfis, { title: 'Shared', question: 'With whom?', assigned_id: person.id })
      },
    },
    {
      name: 'answering an RFI of others',
      as: 'employee',
      answers: NO,
      change: async () => message('rfis', (await rfi()).id),
    },
    {
      name: 'a new RFI on an archived job',
      as: 'foreman',
      answers: 'This project is archived.',
      change: async () => {
        const old = await makeProject('Old')
        await given('admin', `/api/projects/${old.id}/archive`, {})
        return save(rfis, { title: 'Late', question: 'Still?' }, { project_id: old.id })
      },
    },
    {
      name: 'a guest who assigns a punch item',
      as: 'customer',
      answers: 'Guests cannot assign punch items.',
      change: () => save(punchItems, { title: 'Scratch', assigned_id: idOf('foreman') }),
    },
    {
      name: 'a code of another job',
      as: 'foreman',
      answers: { cost_code_id: ['Choose a cost code of this project.'] },
      change: () => save(punchItems, { title: 'Scratch', cost_code_id: foreign.id }),
    },
    {
      name: 'completing without a photo',
      as: 'foreman',
      answers: 'Add a photo of the finished work.',
      change: async () => act(punchItems, await item({ requires_photo: true }), 'complete'),
    },
    {
      name: 'closing what was never completed',
      as: 'foreman',
      answers: 'This item was never completed. Close it anyway?',
      change: async () => act(punchItems, await item(), 'close'),
    },
    {
      name: 'rejecting without a reason',
      as: 'manager',
      answers: { reason: ['Add a reason for rejecting.'] },
      change: async () => {
        const one = await item({ assigned_id: idOf('employee') })
        await given('employee', `/api/punch_items/${one.id}/complete`)
        return act(punchItems, one, 'reject')
      },
    },
    {
      name: 'rejecting what is not completed',
      as: 'manager',
      answers: 'This punch item is not completed.',
      change: async () => act(punchItems, await item({ assigned_id: idOf('employee') }), 'reject', { reason: 'No.' }),
    },
    {
      name: 'completing for another without closing',
      as: 'office',
      answers: NO,
      change: async () => act(punchItems, await item({ assigned_id: idOf('employee') }), 'complete'),
    },
    {
      name: 'a file of another on a punch item',
      as: 'office',
      answers: NO,
      change: async () => captioned('foreman', 'punch_items', (await item()).id),
    },
    {
      name: 'a guest who assigns a task',
      as: 'contact',
      answers: 'Guests cannot assign tasks.',
      change: async () => save(tasks, { id: (await task({ assigned_id: idOf('contact') })).id, assigned_id: null }),
    },
    {
      name: 'too long a checklist',
      as: 'foreman',
      answers: { checklist: ['A checklist has at most 200 lines.'] },
      change: () =>
        save(tasks, { title: 'Long', checklist: Array.from({ length: 201 }, (_, at) => ({ text: `Line ${at}` })) }),
    },
    {
      name: 'a task that waits for itself',
      as: 'foreman',
      answers: { blocked_by_id: ['A task cannot block itself.'] },
      change: async () => {
        const { id } = await task()
        return save(tasks, { id, blocked_by_id: id })
      },
    },
    {
      name: 'a line that is not there',
      as: 'foreman',
      answers: { line: ['This line is no longer on the checklist.'] },
      change: async () => act(tasks, await task(), 'tick', { line: 999_999 }),
    },
    {
      name: 'ticking a task of others',
      as: 'contact',
      answers: { line: ['This line is no longer on the checklist.'] },
      change: async () => act(tasks, await task({ assigned_id: idOf('contact') }), 'tick', { line: 1 }),
    },
    {
      name: 'a file of another on a task',
      as: 'employee',
      answers: NO,
      change: async () => captioned('foreman', 'tasks', (await task({ assigned_id: idOf('employee') })).id),
    },
    {
      name: 'what was signed for on a ticket',
      as: 'foreman',
      answers: { title: ['This ticket is signed. Reopen it to change what was signed for.'] },
      change: async () => {
        const { id } = await ticket()
        await given('admin', `/api/extra_work/${id}/sign`, { signed_by: 'Dana', signature_path: 'M 1 1 L 9 9' })
        return save(extraWork, { id, title: 'More' })
      },
    },
    {
      name: 'a file of another on a ticket',
      as: 'office',
      answers: NO,
      change: async () => captioned('foreman', 'extra_work', (await ticket()).id),
    },
    {
      name: 'a view of another',
      as: 'customer',
      answers: 'Only who may edit the records of this list changes views that everybody has.',
      change: async () => {
        const view = { area: 'punchItems', list: 'punch_items', name: 'Ours', shared: true, sort_column: 'number' }
        return save(listViews, { id: (await given('admin', '/api/list_views', view)).id, name: 'Mine' }, {})
      },
    },
    {
      name: 'a report by mail for another',
      as: 'manager',
      answers: 'Only who may edit people decides what others get by mail.',
      change: () => save(reportMails, { user_id: idOf('admin'), report: 'job-cost' }, {}),
    },
    {
      name: 'an old log',
      as: 'foreman',
      answers: { date: ['Date is too far back.'] },
      change: () => save(dailyLogs, { date: '1999-12-31' }),
    },
    {
      name: 'a file of another on a job',
      as: 'employee',
      answers: NO,
      change: async () => captioned('foreman', 'projects', project.id),
    },
    {
      name: 'a file on the answer of another',
      as: 'manager',
      answers: NO,
      change: async () => {
        const one = await rfi()
        const answer = await given('foreman', `/api/rfis/${one.id}/messages`, { content: 'See photo.' })
        return captioned('foreman', 'messages', answer.id)
      },
    },
    {
      name: 'a crew of another',
      as: 'foreman',
      answers: NO,
      change: async () =>
        save(
          crews,
          { id: (await given('admin', '/api/crews', { name: 'Night', crew_users: [] })).id, name: 'Day' },
          {},
        ),
    },
    {
      name: 'time of an approved week',
      as: 'foreman',
      answers: 'This week is approved and locked.',
      change: async () => {
        const entry = await hours(addDays(week, 1))
        await given('admin', `/api/timecards/${entry.week_id}/approve`)
        return save(timeEntries, { id: entry.id, hours: 7 }, {})
      },
    },
    {
      name: 'deleting time that another entered',
      as: 'foreman',
      answers: NO,
      change: async () => {
        await assignment(idOf('foreman'), { lead: true })
        await assignment(idOf('employee'))
        return remove(timeEntries, await hours(addDays(week, 36), 'manager'), {})
      },
    },
    {
      name: 'admin time',
      as: 'foreman',
      answers: { type: ['You may not enter admin time.'] },
      change: () =>
        save(timeEntries, { user_id: idOf('employee'), date: addDays(week, 8), type: 'admin', hours: 1 }, {}),
    },
    {
      name: 'time on a code of another job',
      as: 'foreman',
      answers: { cost_code_id: ['Choose a cost code of this project.'] },
      change: () =>
        save(
          timeEntries,
          {
            user_id: idOf('employee'),
            date: addDays(week, 8),
            hours: 1,
            project_id: project.id,
            cost_code_id: foreign.id,
          },
          {},
        ),
    },
    {
      name: 'editing a week',
      as: 'admin',
      answers: 'A week is submitted, approved or reopened, not edited.',
      change: async () => {
        const entry = await hours(addDays(week, 9))
        return remove(timecards, { id: entry.week_id }, {})
      },
    },
    {
      name: 'hours that are wrong, without which',
      as: 'employee',
      answers: { disputed_entry_id: ['Choose the hours that you mean.'] },
      change: async () => {
        const entry = await hours(addDays(week, 16))
        return act(timecards, { id: entry.week_id }, 'dispute', { reason: 'So', disputed_hours: 4 }, {})
      },
    },
    {
      name: 'answering what nobody disputes',
      as: 'admin',
      answers: 'Nobody disputes this week.',
      change: async () =>
        act(timecards, { id: (await hours(addDays(week, 10))).week_id }, 'answer_dispute', { reason: 'So' }, {}),
    },
    {
      name: 'signing an approved week',
      as: 'employee',
      answers: 'This week is approved and locked.',
      change: async () => {
        const entry = await hours(addDays(week, 15))
        await given('admin', `/api/timecards/${entry.week_id}/approve`)
        return act(timecards, { id: entry.week_id }, 'sign', {}, {})
      },
    },
    {
      name: 'signing the day of somebody whose hours one does not enter',
      as: 'employee',
      answers: NO,
      change: () =>
        save(
          daySignatures,
          { user_id: idOf('foreman'), date: addDays(week, 8), signature_path: 'M 1 1 L 9 9', lines: [] },
          {},
        ),
    },
    {
      name: 'signing a day without hours',
      as: 'foreman',
      answers: { lines: ['There are no hours to sign.'] },
      change: () =>
        save(
          daySignatures,
          { user_id: idOf('foreman'), date: addDays(week, 8), signature_path: 'M 1 1 L 9 9', lines: [] },
          {},
        ),
    },
    {
      name: 'an event that ends before it begins',
      as: 'manager',
      answers: { end_date: ['End date must be on or after start date.'] },
      change: () =>
        save(
          scheduleEvents,
          {
            kind: 'assignment',
            project_id: project.id,
            user_id: idOf('employee'),
            start_date: addDays(week, 40),
            end_date: addDays(week, 39),
          },
          {},
        ),
    },
    {
      name: 'confirming for another',
      as: 'foreman',
      answers: NO,
      change: async () => act(scheduleEvents, await assignment(idOf('employee')), 'confirm', {}, {}),
    },
    {
      name: 'declining without a reason',
      as: 'foreman',
      answers: { reason: ['Add a reason.'] },
      change: async () => act(scheduleEvents, await assignment(idOf('foreman')), 'decline', {}, {}),
    },
    {
      name: 'a mark of another',
      as: 'manager',
      answers: NO,
      change: async () => {
        const one = await mark()
        await given('foreman', `/api/markups/${one.id}/publish`)
        return save(markups, { id: one.id, color: '#000000' }, await onSheet())
      },
    },
    {
      name: 'a mark of another form',
      as: 'foreman',
      answers: { geometry: ['Geometry must be on the sheet'] },
      change: async () => {
        const one = await mark()
        return save(markups, { id: one.id, geometry: { x: 0.1, y: 0.1, w: 0.1, h: 0.1 } }, await onSheet())
      },
    },
    {
      name: 'a file on the mark of another',
      as: 'manager',
      answers: NO,
      change: async () => {
        const one = await mark()
        await given('foreman', `/api/markups/${one.id}/publish`)
        return captioned('foreman', 'markups', one.id)
      },
    },
    {
      name: 'a document that somebody has locked',
      as: 'manager',
      answers: 'has locked this document.',
      change: async () => {
        const one = (await as('office').get('/api/documents')).data[0]
        await given('office', `/api/documents/${one.id}/lock`)
        return act(documents, one, 'archive', {}, { project_id: one.project_id })
      },
    },
    {
      name: 'an entry that was approved',
      as: 'contact',
      answers: NO,
      change: async () => {
        const one = await entry('contact')
        await given('foreman', `/api/daily_log_entries/${one.id}/approve`)
        return save(logEntries, { id: one.id, notes: 'Other' }, { daily_log_id: (await log()).id })
      },
    },
    {
      name: 'a certified payroll that is signed',
      as: 'admin',
      answers: 'This form is signed and stays as it is. Make an amended one.',
      change: async () => {
        const forms: { id: number; signed_at: string | null }[] = (await as('admin').get('/api/certified_payrolls'))
          .data
        return save(certifiedPayrolls, { id: forms.find(({ signed_at }) => signed_at)?.id ?? 0, final: true })
      },
    },
    {
      name: 'a whole Social Security number',
      as: 'admin',
      answers: { last_four: ['Enter the last four digits alone.'] },
      change: () => save(workerNumbers, { user_id: idOf('customer'), last_four: '123454471' }),
    },
    {
      name: 'a rate that ends before it begins',
      as: 'admin',
      answers: { 'class_rates.0.ends_on': ['Until must not be before From.'] },
      change: () =>
        save(tradeClasses, {
          name: 'Painter',
          class_rates: [{ county: 'Benton', rate: 40, starts_on: '2020-01-02', ends_on: '2020-01-01' }],
        }),
    },
    {
      name: 'a file on the entry of another',
      as: 'employee',
      answers: NO,
      change: async () => captioned('foreman', 'daily_log_entries', (await entry('foreman')).id),
    },
    {
      name: 'a file of another on a log',
      as: 'employee',
      answers: NO,
      change: async () => captioned('foreman', 'daily_logs', (await log()).id),
    },
    {
      name: 'changing time off that was answered',
      as: 'foreman',
      answers: 'This was answered. Ask again for other days.',
      change: async () => {
        const one = await timeOff()
        await given('manager', `/api/time_off_requests/${one.id}/decline`, { reason: 'So' })
        return save(timeOffRequests, { id: one.id, note: 'B' }, {})
      },
    },
    {
      name: 'what always arrives, turned off',
      as: 'foreman',
      answers: { app: ['What is with you, and injuries, always arrive.'] },
      change: async () => save(notificationChoices, { kind: 'injuries', app: false }, {}),
    },
    {
      name: 'quiet hours without an end',
      as: 'foreman',
      answers: { quiet_until: ['Quiet hours need both times.'] },
      change: async () => save(notificationSettings, { time_zone: 'America/Chicago', quiet_from: '20:00' }, {}),
    },
    {
      name: 'time off that ends before it begins',
      as: 'foreman',
      answers: { end_date: ['End date must be on or after start date.'] },
      change: async () => save(timeOffRequests, { id: (await timeOff()).id, end_date: addDays(week, 1) }, {}),
    },
  ]
  const timeOff = () =>
    given('foreman', '/api/time_off_requests', { start_date: addDays(week, 50), end_date: addDays(week, 51) })
  let kept: { id: number } | undefined
  async function log(): Promise<{ id: number }> {
    kept ??= await given('foreman', `/api/projects/${project.id}/daily_logs`, { date: addDays(week, -100) })
    return kept ?? log()
  }
  const entry = async (role: Role) =>
    given(role, `/api/daily_logs/${(await log()).id}/entries`, { type: 'note', body: 'Quiet', category: 'general' })
  const hours = async (date: string, role: Role = 'foreman') =>
    given(role, '/api/time_entries', { user_id: idOf('employee'), date, type: 'shop', hours: 8 })
  const sheet = async () => (await as('foreman').get('/api/drawing_sheets')).data[0]
  const onSheet = async () => ({ drawing_sheet_id: (await sheet()).id })
  async function mark(): Promise<{ id: number }> {
    const { id, current_revision_id } = await sheet()
    return given('foreman', `/api/drawing_sheets/${id}/markups`, {
      type: 'pen',
      revision_id: current_revision_id,
      geometry: {
        points: [
          [0.1, 0.1],
          [0.2, 0.2],
        ],
      },
    })
  }
  async function assignment(user_id: number, more: object = {}): Promise<{ id: number }> {
    const day = addDays(week, 35)
    const one = await given('manager', '/api/schedule_events', {
      kind: 'assignment',
      project_id: project.id,
      user_id,
      start_date: addDays(day, 1),
      end_date: addDays(day, 2),
      confirmed: ['double_booked', 'double_booking', 'time_off', 'ratio'],
      ...more,
    })
    await given('manager', '/api/schedule_events/publish', { ids: [one.id] })
    return one
  }

  /** The device of a person, with what the rules may look at. */
  async function deviceOf(person: Person, change: Change) {
    const store = createStore(entities)
    const load = async (entity: Entity, path: string) => {
      const { status, data } = await person.get(path)
      if (status === 200) store.of(entity).put([data].flat())
    }
    for (const [entity, path] of [
      [projects, '/api/projects?status=all&per_page=500'],
      [rfis, '/api/rfis'],
      [punchItems, '/api/punch_items'],
      [tasks, '/api/tasks'],
      [extraWork, '/api/extra_work'],
      [listViews, '/api/list_views'],
      [reportMails, '/api/report_mails'],
      [users, '/api/users?per_page=500'],
      [crews, '/api/crews'],
      [timecards, '/api/timecards'],
      [timeEntries, '/api/time_entries'],
      [scheduleEvents, '/api/schedule_events'],
      [timeOffRequests, '/api/time_off_requests'],
      [documents, '/api/documents'],
      [dailyLogs, '/api/daily_logs'],
      [markups, '/api/markups'],
      [messages, '/api/messages'],
      [certifiedPayrolls, '/api/certified_payrolls'],
      [costCodes, `/api/projects/${project.id}/cost_codes`],
      [costCodes, `/api/projects/${other.id}/cost_codes`],
    ] as const)
      await load(entity, path)
    if (kept) await load(logEntries, `/api/daily_logs/${kept.id}/entries`)
    const { attachable_type: type, attachable_id: id } = change.params
    if (type) await load(attachments, `/api/${type}/${id}/attachments`)
    return store
  }

  /** What is answered, as people read it. */
  const said = ({
    message,
    errors,
    warnings = [],
  }: {
    message: string
    errors: object
    warnings?: readonly { message: string }[]
  }) => (Object.keys(errors).length ? errors : (warnings[0]?.message ?? message))

  // A change tries a third of them, and with its module's own tests what the server answers to the others.
  test.for(cases.filter((_, at) => !isBrief || at % 3 === 0))(
    'answers the same on the device as on the server: $name',
    async ({ as: role, change: make, answers }) => {
      const person = as(role)
      const change = await make()
      const store = await deviceOf(person, change)
      side = 'device'
      const onDevice = refusalOf(change, { store, user: person.user, confirmed: [] })
      side = 'server'
      const token = decodeURIComponent(person.cookies.get('XSRF-TOKEN') ?? '')
      const http = createFetch({
        fetch: person.fetch,
        defaults: { baseURL: BASE, headers: { accept: 'application/json', 'x-xsrf-token': token }, retry: 0 },
      })
      const { deliver } = createDelivery({ http, store })
      const onServer = await deliver(change.entity, { ...change, key: crypto.randomUUID() })
      if (onServer.ok || !onDevice) throw new Error(JSON.stringify({ onServer, onDevice }))
      const { status, message: words, errors, warnings } = onServer
      expect(onDevice).toEqual({ ok: false, status, message: words, errors, ...(warnings && { warnings }) })
      if (typeof answers === 'string') expect(said(onServer)).toContain(answers)
      else expect(said(onServer)).toEqual(answers)
    },
  )

  test('derives on the device what the server will', async () => {
    const { id, current_revision_id } = await sheet()
    const geometry = {
      points: [
        [0.1, 0.2],
        [0.3, 0.1],
      ],
    }
    const made: [Role, Change][] = [
      [
        'contact',
        save(
          logEntries,
          { type: 'manpower', trade: 'Fitters', workers: 2, hours: 8 },
          { daily_log_id: (await log()).id },
        ),
      ],
      ['foreman', save(markups, { type: 'pen', revision_id: current_revision_id, geometry }, { drawing_sheet_id: id })],
      [
        'foreman',
        save(
          timeEntries,
          { user_id: idOf('employee'), date: addDays(week, 24), type: 'shop', hours: 1, project_id: project.id },
          {},
        ),
      ],
      ['foreman', save(dailyLogs, { id: (await log()).id, notes: 'Calm' })],
    ]
    for (const [role, change] of made) {
      const { user } = as(role)
      const store = await deviceOf(as(role), change)
      side = 'device'
      const { derived } = prepare(store, change, { user, confirmed: [], ids: new Map() })
      side = 'server'
      const [draft = {}] = change.drafts
      const path = `/${pathOf(change.entity.endpoint, change.params)}`
      const saved = draft.id ? await given(role, `${path}/${draft.id}`, draft, 'patch') : await given(role, path, draft)
      expect(saved).toMatchObject({ ...derived?.[0] })
    }
  })

  test.runIf(!isBrief)('is tried by one of these on both sides, each of them', () => {
    for (const rules of Object.values(heard)) expect([...declared].filter((rule) => !rules.has(rule))).toEqual([])
  })
})
