import { sql } from 'kysely'
import fc from 'fast-check'
import * as z from 'zod'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { area } from '#core/access/access.ts'
import { defineEntity, type Base } from '#core/entity/entity.ts'
import {
  address,
  choice,
  color,
  date,
  email,
  flag,
  instant,
  json,
  lines,
  longText,
  number,
  phone,
  ref,
  text,
} from '#core/entity/fields.ts'
import { orderBy, orderOf } from '#core/entity/order.ts'
import { loadModules } from '#server/modules.ts'
import { openPostgres } from '#server/db/postgres.ts'
import { anyText } from '../any-text.ts'
import { engines, freshPostgres, rarerEnginesOfTier } from '../engines.ts'
import { createTestWorld, type Client } from '../harness.ts'
import { runs } from '../tier.ts'

const shape = z.object({ note: z.string(), sizes: z.array(z.number()), on: z.boolean() })

/** One field of every kind. */
const samples = defineEntity('codec_sample', {
  endpoint: 'api/codec_samples',
  area: area('codecSamples', {}),
  sort: 'name',
  fields: {
    name: text(),
    notes: longText().optional(),
    amount: number().optional(),
    rate: number({ decimals: 5 }).optional(),
    count: number({ decimals: 0 }).default(-1),
    open: flag().default(true),
    size: choice('small', 'large').optional(),
    day: date().optional(),
    moment: instant().optional(),
    tint: color().optional(),
    mail: email().optional(),
    call: phone().optional(),
    customer_id: ref('customer').optional(),
    extra: json(shape).optional(),
    place: address().optional().searchable(),
    parts: lines({ label: text(), hours: number(), done: flag().default(false), due: date().optional() }),
  },
})

/** Arbitrary trimmed, non-blank text of storable characters. */
const words = (maxLength: number) =>
  anyText({ minLength: 1, maxLength: Math.floor(maxLength / 2) })
    .filter((value) => !value.includes('\0') && value.isWellFormed())
    .map((value) => value.trim())
    .filter((value) => value.length > 0 && value.length <= maxLength)
const decimals = (digits: number, most: number) =>
  fc.integer({ min: -most, max: most }).map((value) => Math.round(value) / 10 ** digits + 0)
const days = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((value) => value.toISOString().slice(0, 10))
const moments = fc
  .date({ min: new Date('1900-01-01T00:00:00Z'), max: new Date('2199-12-31T00:00:00Z'), noInvalidDate: true })
  .map((value) => value.toISOString())
const maybe = <T>(values: fc.Arbitrary<T>) => fc.option(values, { nil: null })

const degrees = (most: number) => fc.integer({ min: -most * 1e7, max: most * 1e7 }).map((value) => value / 1e7 + 0)
const perhaps = (values: fc.Arbitrary<string>) => fc.option(values, { nil: '' })
const places = fc
  .record({
    line1: perhaps(words(255)),
    line2: perhaps(words(255)),
    city: perhaps(words(255)),
    state: perhaps(fc.stringMatching(/^[A-Z]{2}$/)),
    postal_code: perhaps(fc.stringMatching(/^\d{5}(-\d{4})?$/)),
    geotag: maybe(fc.record({ lat: degrees(90), lng: degrees(180) })),
  })
  .map((place) => (Object.values(place).some(Boolean) ? place : null))

const drafts = fc.record({
  name: words(255),
  notes: maybe(words(500)),
  amount: maybe(decimals(2, 99_999_999_999)),
  rate: maybe(decimals(5, 99_999_999_999)),
  count: fc.integer({ min: -1e9, max: 1e9 }),
  open: fc.boolean(),
  size: maybe(fc.constantFrom('small', 'large')),
  day: maybe(days),
  moment: maybe(moments),
  tint: maybe(fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)),
  mail: maybe(fc.stringMatching(/^[a-z]{1,10}(\.[a-z]{1,8})?@[a-z]{1,10}\.example$/)),
  call: maybe(fc.stringMatching(/^1\d{10}$/)),
  customer_id: maybe(fc.integer({ min: 1, max: 40 })),
  extra: maybe(
    fc.record({
      note: words(50),
      sizes: fc.array(decimals(3, 1e9), { maxLength: 4 }),
      on: fc.boolean(),
    }),
  ),
  place: maybe(places),
  parts: fc.array(fc.record({ label: words(60), hours: decimals(2, 2400), done: fc.boolean(), due: maybe(days) }), {
    maxLength: 4,
  }),
})

type Row = Record<string, unknown> & Base & { parts: Record<string, unknown>[] }

/** Names whose order depends on database, locale or byte order. */
const nasty = [
  'a',
  'A',
  'á',
  'Å',
  'ä',
  'Z',
  'z',
  'é',
  'e',
  'E',
  'ñ',
  'n~',
  'ß',
  'ss',
  'SS',
  'ı',
  'I',
  'İ',
  'i',
  'ﬁ',
  'fi',
  '1',
  '10',
  '2',
  '02',
  '-1',
  '_',
  '%',
  "'",
  '"',
  '\\',
  '~',
  '🙂',
  '𐐀',
  '한',
  '日本',
  'Ж',
  'ж',
  'א',
  'ا',
  'a b',
  'a-b',
  'ab',
  'a\u00a0b',
  'A\u0301',
  'Á',
  'ﾊ',
  'ハ',
  'Ω',
  'Ω',
  '½',
  '²',
  '\u200bzero',
  'é\u0301',
]

describe.each(rarerEnginesOfTier)('saved values on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let admin: Client
  beforeAll(async () => {
    const modules = [...(await loadModules()), { id: 'codec', exports: { samples } }]
    world = await createTestWorld({ database: await openSample(), modules })
    admin = await world.signIn('admin@plumbline.test')
  })
  afterAll(async () => {
    expect(world.errors).toEqual([])
    await world.close()
  })
  const plain = ({ parts, ...row }: Row, fields: object) => ({
    ...Object.fromEntries(Object.entries(row).filter(([name]) => name in fields)),
    parts: parts.map(({ id: _, codec_sample_id: __, ...part }) => part),
  })

  test('are returned unchanged, for every kind of field and every verb', async () => {
    await fc.assert(
      fc.asyncProperty(drafts, drafts, async (first, second) => {
        const made = await admin.post('/api/codec_samples', first)
        expect([made.status, made.data.errors]).toEqual([201, undefined])
        expect(plain(made.data, first)).toEqual(first)
        const path = `/api/codec_samples/${made.data.id}`
        expect((await admin.get(path)).data).toEqual(made.data)
        expect((await admin.get(`/api/codec_samples?id[]=${made.data.id}`)).data).toEqual([made.data])
        const changed = await admin.patch(path, second)
        expect(plain(changed.data, second)).toEqual(second)
        expect((await admin.get(path)).data).toEqual(changed.data)
        const [many] = (await admin.post('/api/codec_samples/store_many', { data: [{ ...first, id: made.data.id }] }))
          .data
        expect(plain(many, first)).toEqual(first)
      }),
      { numRuns: runs(40) },
    )
  })

  test('do not change when they are sent back', async () => {
    const { data } = await admin.get('/api/codec_samples')
    for (const record of data.slice(0, 20)) {
      const { status, data: again } = await admin.patch(`/api/codec_samples/${record.id}`, record)
      expect([status, again]).toEqual([200, record])
    }
  })

  test('stay if absent, and become null or the default for every form of empty', async () => {
    const whole = { name: 'Whole', amount: 1.5, count: 7, open: false, day: '2020-01-31', size: 'large' }
    const { data } = await admin.post('/api/codec_samples', whole)
    const path = `/api/codec_samples/${data.id}`
    expect((await admin.patch(path, { name: 'Still' })).data).toMatchObject({ ...whole, name: 'Still' })
    for (const empty of [null, '', '   '])
      expect(
        (await admin.patch(path, { amount: empty, count: empty, open: empty, day: empty, size: empty })).data,
      ).toMatchObject({
        amount: null,
        count: -1,
        open: true,
        day: null,
        size: null,
      })
  })

  test.each([
    ['amount', [1.005, 'abc', '1e5', '0x10', 1e13, true, [1], { a: 1 }, 'NaN', 'Infinity']],
    ['count', [1.5, '2.5']],
    ['open', ['yes', 2, 'on', []]],
    ['size', ['Small', 'constructor', 1]],
    ['day', ['2020-02-30', '31.01.2026', '2020-13-01', '1800-01-01', 20260131]],
    ['moment', ['yesterday', '2020-02-30', '12:00', 5]],
    ['tint', ['red', '#12', '#12345g']],
    ['mail', ['a', 'a@', '@b.example', 'a b@c.example']],
    ['call', ['12', '509555014', 'call me', '25095550142']],
    ['customer_id', [0, -1, 1.5, 'abc', 99_999, '1 or 1=1']],
    ['extra', ['{}', { note: 1 }, []]],
    [
      'place',
      ['Pasco', ['Pasco'], { state: 'Wash' }, { postal_code: '123456' }, { geotag: { lat: 1 } }, { line1: {} }],
    ],
    ['parts', ['x', { a: 1 }, [1], [{ label: '' }], [{ label: 'x', hours: 'much' }]]],
  ])('%s refuses invalid values with an error at the field', async (name, values) => {
    for (const value of values) {
      const { status, data } = await admin.post('/api/codec_samples', { name: 'X', [name]: value })
      expect(status, JSON.stringify(value)).toBe(422)
      for (const key of Object.keys(data.errors)) expect(key.split('.')[0]).toBe(name)
    }
  })

  test('of addresses are found by any word, but not by the geotag, and after a change by the new words', async () => {
    const place = {
      line1: '77 Élan Way',
      city: 'Umatilla',
      state: 'OR',
      postal_code: '97882',
      geotag: { lat: 45.9, lng: 1 },
    }
    const { data } = await admin.post('/api/codec_samples', { name: 'Found by its place', place })
    const found = async (search: string) =>
      (await admin.get(`/api/codec_samples?search=${encodeURIComponent(search)}`)).data.map(({ id }: Base) => id)
    for (const search of ['elan', 'UMATILLA or', '97882', 'way 77']) expect(await found(search)).toContain(data.id)
    for (const search of ['45.9', 'geotag', 'null']) expect(await found(search)).not.toContain(data.id)
    await admin.patch(`/api/codec_samples/${data.id}`, { place: { ...place, city: 'Hermiston' } })
    expect(await found('hermiston')).toContain(data.id)
    expect(await found('umatilla')).not.toContain(data.id)
    await admin.patch(`/api/codec_samples/${data.id}`, { place: null })
    expect(await found('hermiston')).not.toContain(data.id)
  })

  test('of addresses cannot be used to sort or filter lists', async () => {
    expect((await admin.get('/api/codec_samples?sort_column=place')).status).toBe(422)
    const all = (await admin.get('/api/codec_samples')).data.length
    expect((await admin.get('/api/codec_samples?place=Pasco')).data).toHaveLength(all)
  })

  describe('sorted', () => {
    beforeAll(async () => {
      for (const { id } of (await admin.get('/api/codec_samples')).data) await admin.delete(`/api/codec_samples/${id}`)
      const shuffled = nasty.map((name, at) => ({ name, at: (at * 29) % nasty.length })).sort((a, b) => a.at - b.at)
      const data = shuffled.map(({ name, at }) => ({
        name,
        notes: null,
        amount: at % 5 === 0 ? null : (at % 7) - 3.25,
        count: at % 3,
        open: at % 2 === 0,
        day: at % 4 === 0 ? null : `2026-0${(at % 9) + 1}-15`,
        moment: at % 6 === 0 ? null : `2026-01-0${(at % 9) + 1}T12:00:00.${String(at).padStart(3, '0')}Z`,
        mail: at % 3 === 0 ? null : `p${at}@x.example`,
        size: at % 2 === 0 ? 'small' : null,
      }))
      const { status } = await admin.post('/api/codec_samples/store_many', { data })
      expect(status).toBe(200)
    })
    const ids = (rows: Base[]) => rows.map(({ id }) => id)

    test('by default like the browser’s store', async () => {
      const { data } = await admin.get('/api/codec_samples')
      expect(data).toHaveLength(nasty.length)
      expect(data.map(({ name }: { name: string }) => name)).toEqual(
        [...data].sort(orderOf(samples)).map(({ name }) => name),
      )
    })

    test.each(
      ['name', 'amount', 'count', 'open', 'day', 'moment', 'mail', 'size', 'id', 'created_at'].flatMap((column) => [
        [column, 'asc' as const] as const,
        [column, 'desc' as const] as const,
      ]),
    )('by %s %s, with empty values and ties, page by page', async (column, direction) => {
      const { data: all } = await admin.get('/api/codec_samples')
      const wanted = ids([...all].sort(orderBy(column, direction)))
      const query = `sort_column=${column}&sort_direction=${direction}`
      expect(ids((await admin.get(`/api/codec_samples?${query}`)).data)).toEqual(wanted)
      const paged: number[] = []
      for (let page = 1; page <= Math.ceil(nasty.length / 10); page++)
        paged.push(...ids((await admin.get(`/api/codec_samples?${query}&page=${page}&per_page=10`)).data.data))
      expect(paged).toEqual(wanted)
    })
  })
})

test.runIf(engines.length > 1)('moments long ago are read from a server in any time zone', async () => {
  const url = await freshPostgres()
  const name = new URL(url).pathname.slice(1)
  const before = await openPostgres(url, { max: 1 })
  await sql`alter database ${sql.table(name)} set timezone to 'Asia/Kolkata'`.execute(before.kysely)
  await before.close()
  // There the time was 5:21:10 ahead of Greenwich until 1906, and no date in JavaScript has such an offset.
  const database = await openPostgres(url, { max: 1 })
  const { rows } = await sql<{ at: string }>`select timestamptz '1905-12-31T18:38:49.999Z' as at`.execute(
    database.kysely,
  )
  expect(rows).toEqual([{ at: '1905-12-31 18:38:49.999+00' }])
  await database.close()
})
