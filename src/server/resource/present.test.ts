import { expect, test } from 'vitest'
import { area, can, type CurrentUser } from '../../core/access/access.ts'
import { defineEntity } from '../../core/entity/entity.ts'
import { choice, json, lines, longText, number, ref, text } from '../../core/entity/fields.ts'
import * as z from 'zod/mini'
import { narrow, present, readingSignature } from './present.ts'

const boss = can('edit', 'wells')
const helper = can('help', 'wells')
const user = (id: number, ...verbs: string[]): CurrentUser => ({
  id,
  name: 'Kim',
  email: 'kim@x.example',
  role: 'employee',
  permissions: { wells: Object.fromEntries(['view', ...verbs].map((verb) => [verb, true])) },
  customer_id: null,
  contact_type_id: null,
})
const [chief, mate, owner, other] = [user(1, 'edit'), user(2, 'help'), user(3), user(4)]

const wells = defineEntity('well', {
  endpoint: 'api/wells',
  area: area('wells', {}),
  sort: 'id',
  fields: {
    name: text(),
    owner_id: ref('user'),
    wage: number().optional().readableBy(boss, { own: 'owner_id' }),
    depth: number().default(7).readableBy(boss, 'told'),
    flow: number().optional().readableBy(boss, { in: 'told', for: helper }),
    told: json(z.record(z.string(), z.unknown())).default({}),
    notes: longText().optional().sent('alone'),
    token: text().optional().sent('never'),
    pumps: lines({ name: text(), price: number().optional().readableBy(boss) }),
    parts: lines({ name: text() }),
  },
  variants: {
    by: 'type',
    of: { dug: { spade: text().optional() }, drilled: { bit: text().optional(), flow_rate: number().optional() } },
  },
})
const views = (name: string) =>
  defineEntity(name, { endpoint: `api/${name}s`, area: name, sort: 'id', fields: { well_id: ref('well') } })
const counts = { counts: () => [counted('wells', 'open'), counted('secrets', 'hidden')] }
const counted = (name: string, as: string) => ({ name: as, entity: views(name), count: { of: 'well_id' } }) as never

const stamps = { created_at: '2026-01-01', updated_at: '2026-01-02', deleted_at: null }
const row = {
  id: 9,
  type: 'dug',
  name: 'North',
  owner_id: 3,
  wage: 40,
  depth: 12,
  flow: 5,
  told: { depth: 10, flow: 4 },
  notes: 'Long',
  token: 'hush',
  pumps: [{ id: 1, name: 'Big', price: 99 }],
  parts: [{ id: 2, name: 'Pipe' }],
  spade: 'blunt',
  bit: 'slipped in',
  flow_rate: 1,
  open: 2,
  hidden: 3,
  ...stamps,
} as never
const whole = {
  id: 9,
  type: 'dug',
  name: 'North',
  owner_id: 3,
  wage: 40,
  depth: 12,
  flow: 5,
  told: { depth: 10, flow: 4 },
  pumps: [{ id: 1, name: 'Big', price: 99 }],
  parts: [{ id: 2, name: 'Pipe' }],
  spade: 'blunt',
  open: 2,
  ...stamps,
}
const { wage: _, ...unpaid } = whole
const cheap = { ...unpaid, depth: 10, pumps: [{ id: 1, name: 'Big' }] }

test('a record has what its reader may read, of its type, and the counts of what they may see', () => {
  expect(present(counts, wells, row, chief)).toEqual(whole)
  expect(present(counts, wells, row, mate)).toEqual({ ...cheap, flow: 4 })
  expect(present(counts, wells, row, chief, { detail: true })).toEqual({ ...whole, notes: 'Long' })
})

test('who is named by a record reads what is told to its own person', () => {
  const { flow: __, ...still } = { ...cheap, flow: undefined }
  expect(present(counts, wells, row, owner)).toEqual({ ...still, wage: 40 })
  expect(present(counts, wells, row, other)).toEqual(still)
})

test('what is told instead is empty where nothing is held, and the default where nothing is told', () => {
  const untold = { ...(row as object), told: {} } as never
  expect(present(counts, wells, untold, mate)).toMatchObject({ depth: null, flow: null })
  const none = { ...(row as object), told: null } as never
  expect(present(counts, wells, none, mate)).toMatchObject({ depth: null, flow: null })
  expect(present(counts, wells, untold, other)).not.toHaveProperty('flow')
})

test('of another type are the fields of that type', () => {
  const drilled = { ...(row as object), type: 'drilled' } as never
  expect(present(counts, wells, drilled, chief)).toMatchObject({ bit: 'slipped in', flow_rate: 1 })
  expect(present(counts, wells, drilled, chief)).not.toHaveProperty('spade')
})

test('what was sent before is narrowed to what its reader may read by now', () => {
  expect(narrow(wells, whole, chief)).toEqual(whole)
  expect(narrow(wells, whole, mate)).toEqual({ ...cheap, flow: 4 })
  expect(narrow(wells, { ...whole, odd: 1 }, owner)).toMatchObject({ wage: 40, odd: 1, parts: whole.parts })
  expect(narrow(wells, whole, other)).not.toHaveProperty('wage')
  expect(narrow(wells, { id: 9, depth: 12, token: 'hush' }, other)).toEqual({ id: 9, depth: null })
})

test('those who read the same have one signature, whoever reads of their own records has their own', () => {
  const signature = (one: CurrentUser) => readingSignature(wells, one)
  expect(signature(chief)).toBe('wage:true false,depth:true true,flow:true false,price:true false')
  expect(signature(user(8, 'edit'))).toBe(signature(chief))
  expect(signature(owner)).toBe('wage:of 3,depth:false true,flow:false false,price:false false')
  expect(signature(other)).not.toBe(signature(owner))
  expect(signature(mate)).toContain('flow:false true')
})

test('a choice is sent as it is stored', () => {
  const plain = defineEntity('tap', {
    endpoint: 'api/taps',
    area: 'wells',
    sort: 'id',
    fields: { kind: choice('hot', 'cold') },
  })
  const tap = { id: 1, kind: 'hot', ...stamps } as never
  expect(present({ counts: () => [] }, plain, tap, other)).toEqual({ id: 1, kind: 'hot', ...stamps })
})
