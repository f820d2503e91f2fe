import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { address, flag, json, lines, number, phone, ref, text } from './fields.ts'
import { parse } from './parse.ts'
import { runs } from '../../../tests/tier.ts'

const fields = {
  name: text(),
  nick: text().optional(),
  amount: number({ min: 0 }).default(1),
  open: flag().default(true),
  phone: phone().optional().label('Phone'),
  stamp: text().readonly(),
  parts: lines({ label: text(), hours: number().default(0) }),
  site: address().optional(),
}

describe('reading what was sent', () => {
  test('a create takes defaults for what is missing, and says what is required', () => {
    expect(parse(fields, {}, { partial: false })).toEqual({
      values: { nick: null, amount: 1, open: true, phone: null, stamp: null, parts: [], site: null },
      errors: { name: ['Name is required'] },
    })
  })

  test('an update leaves what is missing alone, and empties what is sent empty', () => {
    expect(parse(fields, {}, { partial: true })).toEqual({ values: {}, errors: {} })
    expect(parse(fields, { nick: ' ', amount: null, name: '' }, { partial: true })).toEqual({
      values: { nick: null, amount: 1 },
      errors: { name: ['Name is required'] },
    })
  })

  test('read-only, unknown and forbidden keys are as if they had not been sent', () => {
    const sent = JSON.parse('{"name":"x","stamp":"mine","extra":1,"nick":"n","__proto__":{"amount":5}}')
    const { values } = parse(fields, sent, { partial: true, writable: (field) => field !== fields.nick })
    expect(values).toEqual({ name: 'x' })
  })

  test('lines are read one by one, each error at its own place', () => {
    const { values, errors } = parse(
      fields,
      { name: 'x', parts: [{ id: 7, label: 'a', hours: '1.5', other: 1 }, { label: '' }, 5] },
      { partial: true },
    )
    expect(values.parts).toEqual([{ id: 7, label: 'a', hours: 1.5 }, { hours: 0 }, {}])
    expect(errors).toEqual({
      'parts.1.label': ['Label is required'],
      'parts.2': ['Parts must be a list of records.'],
    })
    const many = (length: number) => ({ parts: Array.from({ length }, () => ({ label: 'x' })) })
    expect(parse(fields, many(500), { partial: true }).errors).toEqual({})
    expect(parse(fields, many(501), { partial: true }).errors).toEqual({ parts: ['Parts may have at most 500 lines.'] })
    expect(parse(fields, { parts: { 0: 'x' } }, { partial: true }).errors).toEqual({ parts: ['Parts must be a list.'] })
  })

  test('a line keeps its id, is new without one, and is refused with what cannot be an id', () => {
    const read = (id: unknown) => parse(fields, { parts: [{ id, label: 'a' }] }, { partial: true })
    for (const id of [1, '7']) expect(read(id).values.parts).toEqual([{ id: Number(id), label: 'a', hours: 0 }])
    for (const id of [null, undefined, ''])
      expect(read(id)).toEqual({ values: { parts: [{ label: 'a', hours: 0 }] }, errors: {} })
    for (const id of [0, -1, 1.5, 'x', '07', '9007199254740993', [7], {}])
      expect(read(id).errors).toEqual({ 'parts.0.id': ['Id is invalid.'] })
  })

  test('what a shape of its own refuses is said at its place in it', () => {
    const shape = { plan: json(z.object({ days: z.array(z.number('must be numbers')) })).label('The plan') }
    expect(parse(shape, { plan: { days: [1, 'x', 'y'] } }, { partial: true }).errors).toEqual({
      'plan.days.1': ['The plan must be numbers.'],
      'plan.days.2': ['The plan must be numbers.'],
    })
    expect(parse({ ...shape, site: address().label('Where') }, { site: 5 }, { partial: true }).errors).toEqual({
      site: ['Where must be a record.'],
    })
  })

  test('words where a number or a record belongs are refused in words', () => {
    const { errors } = parse(
      { amount: number(), owner_id: ref('owner') },
      { amount: 'many', owner_id: 'Kim' },
      { partial: true },
    )
    expect(errors).toEqual({ amount: ['Amount must be a number.'], owner_id: ['Owner is invalid.'] })
  })

  test('phones come in any writing and are kept in one', () => {
    const read = (value: string) => parse({ phone: phone() }, { phone: value }, { partial: true }).values.phone
    for (const spelled of ['5095550142', '(509) 555-0142', '+1 509.555.0142', '1-509-555-0142'])
      expect(read(spelled)).toBe('15095550142')
  })

  describe('an address', () => {
    const site = { address: address().optional() }
    const read = (sent: unknown) => parse(site, { address: sent }, { partial: true })
    const wrong = (sent: object) => read({ city: 'Pasco', ...sent }).errors

    test('is read part by part, however loosely it is written, and dropped of what is none of it', () => {
      expect(
        read({
          line1: ' 1514 W 21st Ave ',
          city: 'Kennewick',
          state: 'wa',
          postal_code: 99337,
          geotag: { lat: '46.193504999999996', lng: -119.1371 },
          country: 'US',
        }),
      ).toEqual({
        values: {
          address: {
            line1: '1514 W 21st Ave',
            line2: '',
            city: 'Kennewick',
            state: 'WA',
            postal_code: '99337',
            geotag: { lat: 46.193505, lng: -119.1371 },
          },
        },
        errors: {},
      })
      expect(read({ postal_code: '99337 1234' }).values).toMatchObject({ address: { postal_code: '99337-1234' } })
      expect(read({ city: 'Pasco', geotag: { lat: null, lng: '' } }).values).toMatchObject({
        address: { geotag: null },
      })
      expect(read({ geotag: { lat: 46, lng: -119 } }).values).toMatchObject({ address: { line1: '' } })
    })

    test.each([null, '', {}, { line1: ' ', city: null }, { line2: '', geotag: {} }])('that is %j is none', (sent) => {
      expect(read(sent)).toEqual({ values: { address: null }, errors: {} })
      expect(parse({ address: address() }, { address: sent }, { partial: true }).errors).toEqual({
        address: ['Address is required'],
      })
    })

    test('says what is wrong at the part it is wrong with', () => {
      expect(wrong({ line1: 'x'.repeat(256) })).toEqual({
        'address.line1': ['Street must be 255 characters or fewer.'],
      })
      expect(wrong({ state: 'Washington', postal_code: '9933' })).toEqual({
        'address.state': ['State must be two letters.'],
        'address.postal_code': ['ZIP code must have 5 or 9 digits.'],
      })
      expect(wrong({ city: ['Pasco'] })).toEqual({ 'address.city': ['City must be text.'] })
      expect(wrong({ geotag: { lat: 90.1, lng: -180.1 } })).toEqual({
        'address.geotag.lat': ['Latitude must be from -90 to 90.'],
        'address.geotag.lng': ['Longitude must be from -180 to 180.'],
      })
      expect(wrong({ geotag: { lat: 46.2 } })).toEqual({ 'address.geotag.lng': ['Longitude is required'] })
      for (const postal_code of ['x99337', '99337x', '9933712345'])
        expect(wrong({ postal_code })).toEqual({ 'address.postal_code': ['ZIP code must have 5 or 9 digits.'] })
      expect(wrong({ geotag: { lat: 90, lng: -180 }, line2: 5 })).toEqual({})
      expect(wrong({ line2: [] })).toEqual({ 'address.line2': ['Suite or unit must be text.'] })
      for (const sent of ['Pasco', ['Pasco'], 5, true]) expect(read(sent).errors).toHaveProperty('address')
    })
  })

  test('nothing that is sent makes it throw, and what it takes it takes again unchanged', () => {
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...Object.keys(fields), 'x'), fc.anything()), (sent) => {
        const first = parse(fields, sent, { partial: true })
        const again = parse(fields, first.values, { partial: true })
        const known = Object.keys(first.errors).map((key) => key.split('.')[0])
        if (known.length === 0) expect(again).toEqual({ values: first.values, errors: {} })
        for (const name of known) expect(Object.keys(fields)).toContain(name)
      }),
      { numRuns: runs(500) },
    )
  })
})
