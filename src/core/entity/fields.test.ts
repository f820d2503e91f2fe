import { expect, test } from 'vitest'
import { safeParse } from 'zod/mini'
import {
  ref,
  choice,
  color,
  date,
  email,
  embed,
  flag,
  instant,
  json,
  lines,
  longText,
  number,
  password,
  phone,
  related,
  text,
} from './fields.ts'
import type { Field } from './field.ts'
import * as z from 'zod/mini'

const read = (field: Field<unknown>, value: unknown) => {
  const { success, data, error } = safeParse(field.schema, value)
  return success ? { is: data } : { not: error?.issues[0]?.message }
}
const unstorable = 'contains a character that cannot be stored'

test.each<[string, Field<unknown>, [sent: unknown, is: unknown][], [sent: unknown, not: string][]]>([
  [
    'text',
    text(),
    [
      [' a b ', 'a b'],
      [5, '5'],
      ['x'.repeat(255), 'x'.repeat(255)],
    ],
    [
      [['a'], 'must be text'],
      [true, 'must be text'],
      ['a\0', unstorable],
      ['\ud800', unstorable],
      ['x'.repeat(256), 'must be 255 characters or fewer'],
    ],
  ],
  [
    'paragraphs',
    longText(),
    [['x'.repeat(20_000), 'x'.repeat(20_000)]],
    [['x'.repeat(20_001), 'must be 20,000 characters or fewer']],
  ],
  [
    'a number',
    number({ min: -1, max: 10 }),
    [
      [1.25, 1.25],
      [' +2. ', 2],
      ['-.5', -0.5],
      ['.25', 0.25],
      ['10', 10],
      [-1, -1],
      [1.1 + 2.2, 3.3],
    ],
    [
      ['1e1', 'must be a number'],
      ['1.2.3', 'must be a number'],
      ['x1', 'must be a number'],
      ['1x', 'must be a number'],
      ['.', 'must be a number'],
      [Number.NaN, 'must be a number'],
      [{}, 'must be a number'],
      [-1.01, 'must be -1 or more'],
      [10.01, 'must be 10 or less'],
      [1.005, 'may have at most 2 decimals'],
    ],
  ],
  [
    'a number of any size',
    number(),
    [
      [1e12, 1e12],
      [-1e12, -1e12],
    ],
    [
      [1e12 + 1, 'must be 1000000000000 or less'],
      [-1e12 - 1, 'must be -1000000000000 or more'],
    ],
  ],
  ['a whole number', number({ decimals: 0 }), [['7', 7]], [[7.5, 'must be a whole number']]],
  [
    'a flag',
    flag(),
    [
      [true, true],
      [1, true],
      ['1', true],
      ['true', true],
      [false, false],
      [0, false],
      ['0', false],
      ['false', false],
    ],
    [
      ['yes', 'must be true or false'],
      [2, 'must be true or false'],
      [[], 'must be true or false'],
    ],
  ],
  [
    'a date',
    date(),
    [
      ['2026-02-28', '2026-02-28'],
      ['2028-02-29T10:00:00Z', '2028-02-29'],
      ['1900-01-01', '1900-01-01'],
      ['2199-12-31', '2199-12-31'],
    ],
    [
      ['2026-02-29', 'must be a date'],
      ['2026-13-01', 'must be a date'],
      ['1899-12-31', 'must be a date'],
      ['2200-01-01', 'must be a date'],
      ['2026-2-01', 'must be a date'],
      ['x2026-02-1', 'must be a date'],
      [20260228, 'must be a date'],
    ],
  ],
  [
    'a moment',
    instant(),
    [
      ['2026-11-02T09:30:00-08:00', '2026-11-02T17:30:00.000Z'],
      ['2026-11-02 09:30Z', '2026-11-02T09:30:00.000Z'],
    ],
    [
      ['2026-11-02', 'must be a date and time'],
      ['2026-13-02T09:30', 'must be a date and time'],
      ['on 2026-11-02T09:30', 'must be a date and time'],
      ['12026-11-02T09:30', 'must be a date and time'],
      [1, 'must be a date and time'],
    ],
  ],
  [
    'a color',
    color(),
    [['#A1b2C3', '#a1b2c3']],
    [
      ['#a1b2c', 'must be a color'],
      ['#a1b2c34', 'must be a color'],
      ['x#a1b2c3', 'must be a color'],
      ['#g1b2c3', 'must be a color'],
      [5, 'must be a color'],
    ],
  ],
  [
    'an address of mail',
    email(),
    [[' Kim@X.Example ', 'Kim@X.Example']],
    [
      ['kim', 'must be a valid email address'],
      ['kim@x', 'must be a valid email address'],
      ['@x.example', 'must be a valid email address'],
      ['kim @x.example', 'must be a valid email address'],
      ['kim@x.example\nBcc: a@b.example', 'must be a valid email address'],
      [5, 'must be a valid email address'],
      [`${'k'.repeat(250)}@x.example`, 'must be 255 characters or fewer'],
    ],
  ],
  [
    'a phone',
    phone(),
    [
      ['(509) 555-0142', '15095550142'],
      [5095550142, '15095550142'],
      ['+1.509.555.0142', '15095550142'],
    ],
    [
      ['509555014', 'must have 10 digits'],
      ['25095550142', 'must have 10 digits'],
      ['x5095550142', 'must have 10 digits'],
      ['5095550142x', 'must have 10 digits'],
      [[], 'must be a phone number'],
    ],
  ],
  [
    'a password',
    password(),
    [[' as it is ', ' as it is ']],
    [
      [12345678, 'must be text'],
      ['a\0b', unstorable],
    ],
  ],
  [
    'a choice',
    choice('low', 'high'),
    [['high', 'high']],
    [
      ['mid', 'must be one of low, high'],
      [null, 'must be one of low, high'],
      [['low'], 'must be one of low, high'],
    ],
  ],
  [
    'an id',
    ref('thing'),
    [
      [7, 7],
      ['7', 7],
    ],
    [
      [0, 'is invalid'],
      [-1, 'is invalid'],
      [1.5, 'is invalid'],
      ['1.5', 'is invalid'],
      ['x7', 'is invalid'],
      ['7x', 'is invalid'],
      ['', 'is invalid'],
      ['9007199254740993', 'is invalid'],
      ['007', 'is invalid'],
      ['0x1', 'is invalid'],
      [' 1', 'is invalid'],
      ['1e0', 'is invalid'],
      [[1], 'is invalid'],
      [true, 'is invalid'],
      [{}, 'is invalid'],
      [{ toString: 1, valueOf: 1 }, 'is invalid'],
    ],
  ],
  ['an id of anything', ref({ typedBy: 'kind' }), [['7', 7]], [['x', 'is invalid']]],
  ['a shape of its own', json(z.array(z.number('must be numbers'))), [[[1], [1]]], [[['x'], 'must be numbers']]],
])('%s is taken as it may come, and anything else is refused in words', (_, field, good, bad) => {
  for (const [sent, is] of good) expect([sent, read(field, sent)]).toEqual([sent, { is }])
  for (const [sent, not] of bad) expect([sent, read(field, sent)]).toEqual([sent, { not }])
})

test('what a field is for stands in its facts', () => {
  const { kind, facts } = password()
  expect([kind, facts]).toEqual(['password', { optional: true, writeOnly: true }])
  expect(ref('thing').facts).toEqual({ ref: { entity: 'thing', onDelete: 'restrict' } })
  expect(ref('thing', { onDelete: 'keep' }).facts.ref?.onDelete).toBe('keep')
  expect([ref({ typedBy: 'kind' }).kind, ref({ typedBy: 'kind' }).facts]).toEqual(['ref', { typedBy: 'kind' }])
  expect(choice('a', 'b').facts).toEqual({ choices: ['a', 'b'] })
  const owned = lines({ name: text() })
  expect([owned.kind, Object.keys(owned.facts), owned.fallback]).toEqual(['lines', ['lines'], []])
  expect(lines({ name: text() }, { shared: 'names' }).facts.shared).toBe('names')
  expect(related('thing_id', 'name').facts).toEqual({ related: { ref: 'thing_id', field: 'name' }, readonly: true })
  expect(embed('thing').facts).toEqual({ embed: 'thing', readonly: true })
  expect(embed('thing', { open: true }).facts.embedWhere).toEqual({ open: true })
  expect(
    [text(), longText(), number(), flag(), date(), instant(), color(), email(), phone()].map((one) => one.kind),
  ).toEqual(['text', 'long_text', 'number', 'flag', 'date', 'instant', 'color', 'email', 'phone'])
})

test('each word said of a field is a fact of it', () => {
  const yes = () => true
  const field = text()
    .readonly()
    .sent('never')
    .readableBy(yes)
    .writableBy(yes)
    .sent('alone')
    .help('So.')
    .unique('Taken.', ['x'])
  expect(field.facts).toEqual({
    readonly: true,
    writeOnly: true,
    readableBy: yes,
    writableBy: yes,
    detail: true,
    help: 'So.',
    unique: { message: 'Taken.', within: ['x'] },
  })
  expect(text().unique('Taken.').facts.unique?.within).toEqual([])
  expect(text().searchable().default('x').optional()).toMatchObject({
    fallback: 'x',
    facts: { searchable: true, optional: true },
  })
})
