import { expect, test } from 'vitest'
import type { CustomField, CustomFieldOption } from './entities.ts'
import { problemsWithValues } from './guards.ts'

const stamp = { created_at: '', updated_at: '', deleted_at: null }
const buildField = (id: number, type: CustomField['type'], more: Partial<CustomField> = {}): CustomField => ({
  ...stamp,
  id,
  type,
  name: `Field ${id}`,
  for: 'customer',
  required: false,
  active: true,
  sort: id,
  ...more,
})
const option: CustomFieldOption = { ...stamp, id: 7, custom_field_id: 4, name: 'Red', active: true, sort: 1 }

test.each([
  ['string', 'anything', true],
  ['string', true, false],
  ['number', '12.5', true],
  ['number', 'twelve', false],
  ['link', 'https://example.com/a?b', true],
  ['link', 'javascript:alert(1)', false],
  ['checkbox', false, true],
  ['checkbox', 'yes', false],
] as const)('a %s may be %j: %s', (type, value, fine) => {
  const errors = problemsWithValues([{ custom_field_id: 1, value }], [], [buildField(1, type)], [])
  expect(Object.keys(errors)).toEqual(fine ? [] : ['custom_field_values.0.value'])
})

test('a select takes its own options and no other field’s', () => {
  const fields = [buildField(4, 'select'), buildField(5, 'select')]
  expect(problemsWithValues([{ custom_field_id: 4, value: 7 }], [], fields, [option])).toEqual({})
  expect(problemsWithValues([{ custom_field_id: 5, value: 7 }], [], fields, [option])).toEqual({
    'custom_field_values.0.value': ['Field 5 is not one of the options.'],
  })
})

test('a required field must have a value, unless it is inactive', () => {
  const fields = [
    buildField(1, 'string', { required: true }),
    buildField(2, 'string', { required: true, active: false }),
  ]
  expect(problemsWithValues([{ custom_field_id: 1, value: '' }], [], fields, [])).toEqual({
    custom_field_values: ['Field 1 is required'],
  })
})

test('a field cannot have two values', () => {
  const twice = [
    { custom_field_id: 1, value: 'a' },
    { custom_field_id: 1, value: 'b' },
  ]
  expect(problemsWithValues(twice, [], [buildField(1, 'string')], [])).toEqual({
    'custom_field_values.1.value': ['Field 1 has more than one value.'],
  })
})

test('an existing value may stay although it is invalid, and a field of another scope is refused', () => {
  expect(
    problemsWithValues(
      [{ custom_field_id: 1, value: 'old' }],
      [{ custom_field_id: 1, value: 'old' }],
      [buildField(1, 'number')],
      [],
    ),
  ).toEqual({})
  expect(problemsWithValues([{ custom_field_id: 9, value: 'x' }], [], [], [])).toEqual({
    'custom_field_values.0.value': ['This field does not belong here.'],
  })
})
