import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import { lazily, makeField } from './field.ts'

test('a description builds a schema when it is first used, and once', () => {
  let built = 0
  const schema = lazily(() => {
    built++
    return z.string()
  })
  const field = makeField<string>('text', schema).optional().label('Name').searchable()
  expect(built).toBe(0)
  expect(field.schema).toBe(field.schema)
  expect(built).toBe(1)
})

test('each method answers a new field and leaves the one before as it was', () => {
  const plain = makeField<string>('text', () => z.string())
  const labelled = plain.label('Name')
  expect(plain.facts.label).toBeUndefined()
  expect(labelled.facts.label).toBe('Name')
})
