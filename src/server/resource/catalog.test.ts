import { expect, test } from 'vitest'
import { area, nobody, staff } from '../../core/access/access.ts'
import { defineEntity, type Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { ref, related, text } from '../../core/entity/fields.ts'
import { createCatalog } from './catalog.ts'

const people = area('people', {})
const persons = defineEntity('person', {
  endpoint: 'api/persons',
  area: people,
  sort: 'name',
  fields: { name: text(), code: text().readableBy(staff), pin: text().sent('never') },
})
const jobs = (fields: Fields, computed: Fields = {}, more: object = {}) =>
  defineEntity('job', {
    endpoint: 'api/jobs',
    area: 'people',
    sort: 'id',
    fields: { person_id: ref('person'), ...fields },
    computed,
    ...more,
  })
const start = (job: Entity) => createCatalog('sqlite', [{ id: 'small', exports: { persons, job } }])

test('what is for some alone is neither found nor joined by others: the server does not start with it', () => {
  const found = /cannot be searchable and readable by some alone/
  expect(() => start(jobs({ note: text().searchable().sent('never') }))).toThrow(found)
  expect(() => start(jobs({}, { who: related('person_id', 'name').searchable().readableBy(nobody) }))).toThrow(found)
  const told = 'Field "who" of "job" tells everyone the "code" of "person", which is for some alone: say readableBy.'
  expect(() => start(jobs({}, { who: related('person_id', 'code') }))).toThrow(told)
  expect(() => start(jobs({}, { who: related('person_id', 'pin').readableBy(staff) }))).toThrow(
    /tells everyone the "pin"/,
  )
  // Whoever may not read a record's own texts does not search them.
  const fine = jobs(
    { note: text().searchable().readableBy(staff) },
    { who: related('person_id', 'code').readableBy(staff) },
  )
  expect(start(fine).entity('job')).toBe(fine)
})

test('what is declared and served by nobody stops the start, by its name', () => {
  expect(() => start(jobs({}, {}, { actions: ['close'] }))).toThrow('the action "close" and no server.ts serves it')
  expect(() => start(jobs({}, {}, { queries: ['next'] }))).toThrow('the query "next" and no server.ts serves it')
  expect(() => start(jobs({}, { weight: text() }))).toThrow(
    'the computed field "weight" without a default, and nobody fills it',
  )
})
