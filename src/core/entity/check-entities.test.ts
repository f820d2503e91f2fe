import { expect, test } from 'vitest'
import { area } from '../access/access.ts'
import { checkEntities } from './check-entities.ts'
import { attachmentFields, defineEntity, isEntity, type Entity } from './entity.ts'
import { ref, embed, lines, text } from './fields.ts'

const jobs = area('jobs', {})
const crews = area('crews', {})
const made = (name: string, more: object = {}): Entity =>
  defineEntity(name, { endpoint: `api/${name}s`, area: 'jobs', sort: 'id', fields: { name: text() }, ...more })
const job = made('job', { area: jobs })
const remark = made('remark', {
  endpoint: 'api/{on_type}/{on_id}/remarks',
  fields: { on_type: text(), on_id: ref({ typedBy: 'on_type' }) },
})
const check = (...entities: Entity[]) => checkEntities(entities.map((item, at) => ({ owner: `module ${at}`, item })))

test('descriptions that fit together tell their areas, each once', () => {
  const again = made('gang', { area: [jobs, crews, jobs] })
  const lined = made('van', {
    fields: { job_id: ref('job'), parts: lines({ job_id: ref('job') }) },
    attachable: ['remark'],
  })
  const shared = made('bus', { fields: { parts: lines({ name: text() }, { shared: 'vans' }) } })
  expect(check(job, again, lined, remark, shared)).toEqual([jobs, crews])
})

test.each<[Entity[], string]>([
  [[job, made('job', { endpoint: 'api/x' })], 'Entity "job" is registered by module 0 and again by module 1.'],
  [
    [
      job,
      made('a', { endpoint: 'api/{x_id}/b', fields: { x_id: ref('job') } }),
      made('c', { endpoint: 'api/{y_id}/b', fields: { y_id: ref('job') } }),
    ],
    'Endpoint "api/{}/b" is registered by module 1 and again by module 2.',
  ],
  [[job, made('a', { endpoint: 'api/x/jobs' })], 'Table "jobs" is registered by module 0 and again by module 1.'],
  [
    [job, made('a', { fields: { jobs: lines({ name: text() }) } })],
    'Table "jobs" is registered by module 0 and again by module 1.',
  ],
  [[job, made('a', { area: area('jobs', {}) })], 'Area "jobs" is registered by module 0 and again by module 1.'],
  [
    [job, made('a', { attachable: ['job'] })],
    'Entity "a" of module 1 lists "job" as attachable, which is no polymorphic entity.',
  ],
  [[made('a')], 'Entity "a" of module 0 names the area "jobs", which nobody declares.'],
  [
    [job, made('a', { fields: { x_id: ref('gone') } })],
    'Entity "a" of module 1 refers to "gone", which nobody declares.',
  ],
  [
    [job, made('a', { computed: { all: embed('gone') } })],
    'Entity "a" of module 1 refers to "gone", which nobody declares.',
  ],
  [
    [job, made('a', { fields: { parts: lines({ x_id: ref('gone') }) } })],
    'Entity "a" of module 1 refers to "gone", which nobody declares.',
  ],
])('descriptions %# that clash are refused by name', (entities, message) => {
  expect(() => check(...entities)).toThrow(message)
})

test('a description is told from whatever else a module exports, and what hangs on others from what stands alone', () => {
  expect([job, null, 'job', 5, {}, undefined].map(isEntity)).toEqual([true, false, false, false, false, false])
  expect(attachmentFields(remark)).toEqual({ type: 'on_type', id: 'on_id' })
  expect(attachmentFields(job)).toBeNull()
  const { actions, queries, attachable, filters, areas, access, computed, root, $entity } = job
  expect({ actions, queries, attachable, filters, areas, access, computed, root, $entity }).toEqual({
    actions: [],
    queries: [],
    attachable: [],
    filters: {},
    areas: [],
    access: {},
    computed: {},
    root: undefined,
    $entity: true,
  })
})
