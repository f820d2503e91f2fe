import { describe, expect, test } from 'vitest'
import { costCodes } from '#modules/cost-codes/entities.ts'
import { customers } from '#modules/customers/entities.ts'
import { messages } from '#modules/messages/entities.ts'
import { projects } from '#modules/projects/entities.ts'
import { rfis } from '#modules/rfis/entities.ts'
import { timeEntries } from '#modules/time/entities.ts'
import { users } from '#modules/users/entities.ts'
import { isSpecifiedAt } from '../entity/specification.ts'
import type { Entity, RecordOf } from '../entity/entity.ts'
import { describeTotals } from '../entity/totals.ts'
import { createStore } from '../store/store.ts'
import { bodyOf } from './body.ts'
import { shapesOf } from './shapes.ts'

const stamps = {
  created_at: '2026-01-05T08:00:00.000000Z',
  updated_at: '2026-01-05T08:00:00.000000Z',
  deleted_at: null,
}
// As when all modules are put together.
describeTotals([projects, rfis])
const open = () => createStore([projects, costCodes, customers, messages, rfis, timeEntries, users], () => true)

/** Stores what came from an address of a server that keeps to the specification, and reads it. */
function receive<E extends Entity>(store: ReturnType<typeof open>, entity: E, sent: object, params = {}): RecordOf<E> {
  const record = shapesOf(entity, params).asRecord({ ...stamps, ...sent })
  if (!record) throw new Error('That is no record.')
  store.of(entity).put([record])
  const stored = store.of(entity).peek(record.id)
  if (!stored) throw new Error('It was not stored.')
  return stored
}

describe('what a server that keeps to the specification has sent', () => {
  test('is read with the fields that it never has, and is kept and sent without them', () => {
    const store = open()
    const code = receive(
      store,
      costCodes,
      { id: '4', number: 100, name: 'Conduit', column_of_theirs: 'x' },
      { project_id: 7 },
    )
    expect([code.id, code.project_id, code.number]).toEqual([4, 7, '100'])
    expect([code.active, code.budget_hours, code.sort]).toEqual([true, null, -1])
    const own = { ...stamps, id: 4, project_id: 7, number: '100', name: 'Conduit', column_of_theirs: 'x' }
    expect({ ...code }).toEqual(own)
    const { created_at: _, deleted_at: __, id: ___, ...body } = own
    expect(bodyOf(costCodes, { id: 4, name: 'Pipe' }, code)).toEqual({ ...body, id: 4, name: 'Pipe' })
    // A change leaves it as it is.
    store.of(costCodes).put([{ ...code, name: 'Pipe' }])
    const changed = store.of(costCodes).peek(4)
    expect([changed?.name, changed?.active, Object.keys(changed ?? {}).includes('active')]).toEqual([
      'Pipe',
      true,
      false,
    ])
  })

  test('is read by its own description where it comes along with another record', () => {
    const store = open()
    const project = { id: '7', number: 2401, name: 'Cold Storage', of_theirs: 5 }
    const entry = receive(store, timeEntries, { id: 1, project_id: '7', date: '2026-01-05', hours: '2.50', project })
    expect([entry.hours, entry.project_number, entry.project]).toEqual([
      2.5,
      '2401',
      { id: 7, number: '2401', name: 'Cold Storage', of_theirs: 5 },
    ])
  })

  test('is found by what it reads as', () => {
    const store = open()
    receive(store, costCodes, { id: 1, number: '1', name: 'One' }, { project_id: 7 })
    const active = store.query({ entity: costCodes, where: { project_id: 7, active: true } })
    expect(active.items.value).toHaveLength(1)
  })

  test('leaves out what may be hidden, comes with a detail, or was not counted', () => {
    const store = open()
    const person = receive(store, users, { id: 2, name: 'Kim' })
    expect([person.license, person.email, person.track_time]).toEqual([undefined, undefined, undefined])
    const project = receive(store, projects, { id: 7, name: 'Pier', number: '1', customer_id: 3 })
    expect([project.open_rfis, project.cost_codes, project.recent_daily_logs]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
    const rfi = receive(store, rfis, { id: 1, title: 'Why?' }, { project_id: 7 })
    expect([rfi.message_count, rfi.cost_impact, rfi.distributions, rfi.sent_at]).toEqual([null, 'none', [], null])
  })

  test('has numbers, flags, days and times in the forms of their fields, in lines and parts too', () => {
    const store = open()
    const entry = receive(store, timeEntries, {
      id: '9',
      user_id: '2',
      hours: '7.50',
      per_diem: 0,
      date: '2026-01-05T00:00:00.000000Z',
      type: 'standard',
    })
    expect([entry.id, entry.user_id, entry.hours, entry.per_diem, entry.date]).toEqual([9, 2, 7.5, false, '2026-01-05'])
    const project = receive(store, projects, {
      id: 7,
      number: 2401,
      archived_at: '2026-01-05 08:00:00',
      address: { line1: '1 Dock St', city: 'Pasco', postal_code: 99301, geotag: { lat: '46.2', lng: '-119.1' } },
      project_users: [{ id: '1', user_id: '2' }],
      open_rfis: [{ id: 1 }, { id: 2 }],
    })
    expect([project.number, project.archived_at, project.open_rfis]).toEqual(['2401', '2026-01-05T08:00:00Z', 2])
    expect(project.address).toMatchObject({
      line1: '1 Dock St',
      line2: '',
      postal_code: '99301',
      geotag: { lat: 46.2 },
    })
    expect(project.project_users).toEqual([{ id: 1, user_id: 2 }])
  })

  test('names joined records by what came along, or by what is loaded', () => {
    const store = open()
    receive(store, projects, { id: 7, name: 'Pier', number: '2401', customer_id: 3 })
    const bare = receive(store, timeEntries, { id: 1, user_id: 2, project_id: 7, hours: 1 })
    expect([bare.project_name, bare.project_number, bare.creator_name]).toEqual(['Pier', '2401', ''])
    const along = { id: 2, user_id: 2, project_id: 8, project: { id: 8, name: 'Gym', number: '2402' }, hours: 1 }
    expect(receive(store, timeEntries, along).project_name).toBe('Gym')
  })

  test('belongs where it was asked for, whatever its parent’s kind is called', () => {
    const store = open()
    const at = { messageable_type: 'rfis', messageable_id: '1' }
    const message = receive(store, messages, { id: 1, content: 'Yes', messageable_type: 'App\\Models\\Rfi' }, at)
    expect([message.messageable_type, message.messageable_id]).toEqual(['rfis', 1])
    expect(receive(store, messages, { id: 2, content: 'No', messageable_id: 1 }).messageable_type).toBe('rfis')
    const live = { id: 3, content: 'No', messageable_id: 1, messageable_type: 'App\\Models\\Rfi' }
    expect(receive(store, messages, live).messageable_type).toBe('rfis')
    // What comes along with a record belongs to it.
    receive(store, rfis, { id: 5, title: 'Why?', messages: [{ ...stamps, id: 6, content: 'So.' }] }, { project_id: 7 })
    expect(store.of(messages).peek(6)).toMatchObject({ messageable_type: 'rfis', messageable_id: 5 })
  })

  test('is as it came on a server that announces what it has', () => {
    const store = createStore([costCodes])
    const [record] =
      shapesOf(costCodes, { project_id: 7 }).asRecords([{ ...stamps, id: 1, number: '1', name: 'One' }]) ?? []
    if (!record) throw new Error('That is no record.')
    store.of(costCodes).put([record])
    expect(store.of(costCodes).peek(1)?.active).toBeUndefined()
  })
})

test('records and lists are read wrapped in data, pages with their numbers beside or in meta, or not paged at all', () => {
  const { asRecord, asRecords, asPage, asSaved } = shapesOf(customers)
  const one = { ...stamps, id: 1, name: 'Harbor' }
  expect([asRecord(one), asRecord({ data: one })]).toEqual([one, one])
  expect([asRecords([one]), asRecords({ data: [one] }), asSaved({ data: one })]).toEqual([[one], [one], [one]])
  const numbers = { current_page: '2', last_page: 3, per_page: '20', total: '41' }
  const page = { data: [one], current_page: 2, last_page: 3, per_page: 20, total: 41 }
  expect([asPage({ data: [one], ...numbers }), asPage({ data: [one], meta: numbers })]).toEqual([page, page])
  expect(asPage([one])).toEqual({ data: [one], current_page: 1, last_page: 1, total: 1 })
  const groups = [{ value: '7', label: 'Ann', count: 2 }, { value: null, label: null, count: 1 }, 'nonsense']
  expect(asPage({ data: [one], ...numbers, groups })?.groups).toEqual(groups.slice(0, 2))
  expect([asRecord([one]), asRecord({ id: 'x' }), asRecords(one), asPage('<html>')]).toEqual(Array(4).fill(undefined))
})

test('the addresses that the specification names are those of the descriptions', () => {
  expect(isSpecifiedAt(customers, 'api/customers')).toBe(true)
  expect(isSpecifiedAt(rfis, 'api/rfis')).toBe(false)
  expect(isSpecifiedAt(rfis, 'api/rfis/subscribed_and_unread')).toBe(true)
  expect(isSpecifiedAt(messages, 'api/rfis/{messageable_id}/messages')).toBe(true)
})
