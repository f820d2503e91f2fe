import { describe, expect, test } from 'vitest'
import { area, can, nobody } from '../access/access.ts'
import { defineEntity, guardOf, parentsOf, pathOf } from './entity.ts'
import { choice, number, ref, text } from './fields.ts'
import { labelOf, type Fields } from './field.ts'

const jobs = area('jobs', {})
const job = defineEntity('job', { endpoint: 'api/jobs', area: jobs, sort: 'name', fields: { name: text() } })
const note = defineEntity('job_note', {
  endpoint: 'api/jobs/{job_id}/notes',
  root: 'api/notes',
  area: 'jobs',
  access: { create: nobody },
  sort: '-id',
  fields: { job_id: ref('job'), content: text().label('What happened') },
  actions: ['pin'],
})

describe('a description', () => {
  test('names table and channel after the endpoint’s last segment', () => {
    expect([job.table, job.channel, job.direction]).toEqual(['jobs', 'jobs', 'asc'])
    expect([note.table, note.channel, note.direction]).toEqual(['notes', 'notes', 'desc'])
  })

  test('gives each verb the area’s guard, an action that of edit, and its own guards go first', () => {
    const user = {
      id: 1,
      name: '',
      email: '',
      role: '',
      customer_id: null,
      contact_type_id: null,
      permissions: { jobs: { view: true, create: true, edit: true } },
    }
    for (const verb of ['view', 'create', 'edit', 'delete'])
      expect(guardOf(job, verb)(user)).toBe(can(verb, 'jobs')(user))
    expect(guardOf(note, 'create')(user)).toBe(false)
    expect(guardOf(note, 'pin')(user)).toBe(true)
    expect(guardOf(note, 'explode')(user)).toBe(false)
  })

  test('finds its parents in its path and puts their ids there, made safe', () => {
    expect(parentsOf(note.endpoint)).toEqual(['job_id'])
    expect(pathOf(note.endpoint, { job_id: 4 })).toBe('api/jobs/4/notes')
    expect(pathOf(note.endpoint, { job_id: '../4' })).toBe('api/jobs/..%2F4/notes')
    expect(() => pathOf(note.endpoint)).toThrow('api/jobs/{job_id}/notes needs job_id.')
  })

  test.each(['id', 'created_at', 'updated_at', 'deleted_at'])(
    'refuses a field called %s, which every record has',
    (name) => {
      const spec = { endpoint: 'api/things', area: 'jobs', sort: 'id', fields: { [name]: text() } as Fields } as const
      expect(() => defineEntity('thing', spec)).toThrow(`"${name}" is a column every record has`)
    },
  )

  test.each([
    [
      'a field every record has',
      { fields: { updated_at: text() } as Fields },
      /"updated_at" is a column every record has/,
    ],
    [
      'a field that is computed too',
      { fields: { x: text() } as Fields, computed: { x: text() } as Fields },
      /"x" is both a field and computed/,
    ],
    [
      'a parent that is no ref',
      { endpoint: 'api/jobs/{x}/y', fields: { x: text() } as Fields },
      /\{x\} in its endpoint is not a ref/,
    ],
  ])('refuses %s, by name', (_, more, message) => {
    expect(() => defineEntity('thing', { endpoint: 'api/things', area: 'jobs', sort: 'id', ...more })).toThrow(message)
  })

  test('cannot be changed, and building on a field leaves the field as it was', () => {
    expect(Object.isFrozen(job)).toBe(true)
    const plain = text()
    plain.optional().label('Other').searchable()
    expect(plain.facts).toEqual({})
  })
})

test('people read words: nouns of names, labels of fields', () => {
  expect(labelOf('customer_id')).toBe('Customer')
  expect(labelOf('overtime_rule', choice('a'))).toBe('Overtime rule')
  expect(labelOf('content', note.fields.content)).toBe('What happened')
  expect(labelOf('hours', number())).toBe('Hours')
  expect(labelOf('main_idea')).toBe('Main idea')
})
