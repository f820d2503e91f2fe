import { expect, test } from 'vitest'
import { json, number, text } from '#core/entity/fields.ts'
import * as z from 'zod/mini'
import { isRequired, missingIn, unreadableIn } from './required.ts'

const fields = { hours: number().label('Crew hours'), rules: json(z.unknown()), name: text() }

test('a number that could not be read is an error of its input, also inside a group', () => {
  const values = { hours: Number.NaN, rules: { limits: [{ most: 8 }, { most: Number.NaN }] }, name: 'NaN' }
  expect(unreadableIn(fields, values, ['hours', 'rules', 'name'])).toEqual({
    hours: ['Crew hours must be a number'],
    'rules.limits.1.most': ['Rules must be a number'],
  })
})

test('a field may be required by other values of the record', () => {
  const when = { mail: text().optional((get) => get('sends') === true) }
  expect(isRequired(when.mail, () => true)).toBe(true)
  expect(missingIn(when, { sends: true, mail: ' ' }, ['mail'])).toEqual({ mail: ['Mail is required'] })
  expect(missingIn(when, { sends: false, mail: ' ' }, ['mail'])).toEqual({})
})

test('an input that is not on screen has no errors', () => {
  expect(unreadableIn(fields, { hours: Number.NaN }, ['name'])).toEqual({})
})
