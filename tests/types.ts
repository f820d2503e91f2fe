/**
 * Tests of the types that module authors use, checked by `tsc --noEmit`. Nothing here runs, and each `@ts-expect-error`
 * fails the build when the line below it compiles.
 */
import type { ReadonlySignal } from '@preact/signals-react'
import { area, type Id } from '#core/access/access.ts'
import { defineEntity, type DraftOf, type ParamsOf, type RecordOf } from '#core/entity/entity.ts'
import { choice, color, embed, lines, number, ref, related, text } from '#core/entity/fields.ts'
import { defineModule, type ScreenProps } from '#core/module/define-module.ts'
import { slot } from '#core/module/slot.ts'
import { createApi } from '#core/resource/api.ts'
import { createHttp } from '#core/resource/http.ts'
import { createStore } from '#core/store/store.ts'
import { serve } from '#server/define-server.ts'

type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
const holds = <T extends true>(claim?: T) => claim

const stages = defineEntity('stage', {
  endpoint: 'api/stages',
  area: area('stages', {}),
  sort: 'sort',
  fields: { name: text(), sort: number().default(-1), color: color() },
})
const questions = defineEntity('question', {
  endpoint: 'api/jobs/{job_id}/questions',
  root: 'api/questions',
  area: 'stages',
  sort: '-number',
  fields: {
    job_id: ref('job'),
    assigned_id: ref('user').optional(),
    number: number(),
    urgency: choice('low', 'high').default('low'),
    readers: lines({ user_id: ref('user') }),
  },
  computed: { assigned_name: related('assigned_id', 'name').optional(), answer_ids: embed('answer') },
  actions: ['resolve', 'unresolve'],
  queries: ['next_number'],
})
type Question = RecordOf<typeof questions>

// Descriptions
defineEntity('x', {
  endpoint: 'api/x',
  area: 'x',
  // @ts-expect-error sort must name a field
  sort: 'nope',
  fields: { name: text() },
})
defineEntity('x', {
  endpoint: 'api/x',
  area: 'x',
  sort: 'id',
  fields: { name: text() },
  actions: ['open'],
  // @ts-expect-error only verbs and declared actions have guards
  access: { close: () => true },
})
holds<Same<ParamsOf<typeof questions>['job_id'], Id | string>>()
holds<Same<Question['urgency'], 'low' | 'high'>>()
holds<Same<Question['assigned_id'], Id | null>>()
holds<Same<Question['assigned_name'], string | null>>()
holds<Same<keyof Question['readers'][number], 'user_id' | 'id' | 'key'>>()
holds<Same<Question['answer_ids'], readonly Id[]>>()
holds<Same<DraftOf<typeof questions>['updated_at'], string | undefined>>()

export function records(question: Question) {
  question.assigned_id = null
  // @ts-expect-error computed is readonly
  question.assigned_name = 'x'
  // @ts-expect-error no such field
  return question.nope
}

// Store
const store = createStore([stages, questions])
const rows = store.of(stages).all
holds<typeof rows extends ReadonlySignal<readonly ReadonlySignal<{ name: string }>[]> ? true : never>()
store.of(stages).where({ sort: [1, 2] })
store.of(stages).on('saved', ({ record, source }) => [record.color, source === 'remote'])
store.of(stages).on('deleted-many', ({ ids }) => ids.length)
// @ts-expect-error no such event
store.of(stages).on('stored', () => {})
// @ts-expect-error a condition is about the record's fields only
store.of(stages).where({ nope: 1 })
// @ts-expect-error lists are read, never written
rows.value = []

// Resource
const api = createApi({
  http: createHttp({ baseURL: '', socketId: () => undefined }),
  store,
  commit: async () => ({ ok: true, data: [] }),
})
export async function resources() {
  await api(stages).save({ name: 'Rough-in' })
  await api(questions, { job_id: 4 }).act(1, 'resolve')
  await api(questions, { job_id: '4' }).ask<number>('next_number')
  await api.across(questions).ask('next_number')
  const saved = await api(stages).save({ id: 3, sort: 2 })
  if (saved.ok) holds<Same<(typeof saved.data)['name'], string>>()
  else holds<Same<(typeof saved.errors)[string], string[]>>()
  // @ts-expect-error `data` exists only after a success
  void saved.data
  // @ts-expect-error a nested resource needs its parent
  api(questions)
  // @ts-expect-error the parent of another entity is not accepted
  api(questions, { user_id: 4 })
  // @ts-expect-error a plain resource has no parent
  api(stages, { job_id: 4 })
  // @ts-expect-error no such action
  await api(questions, { job_id: 4 }).act(1, 'explode')
  // @ts-expect-error no such query
  await api(questions, { job_id: 4 }).ask('next_letter')
  // @ts-expect-error computed fields are never sent
  await api(questions, { job_id: 4 }).save({ assigned_name: 'x' })
  // @ts-expect-error wrong type
  await api(stages).save({ sort: 'x' })
  // @ts-expect-error resources across all parents are read-only
  await api.across(questions).save({ number: 1 })
}

// Server
serve(stages, {})
serve(stages, { visible: () => ({ name: ['Rough-in'], sort: 2 }) })
// @ts-expect-error an action that the description does not declare
serve(questions, { actions: { explode: (question) => question } })
serve(questions, {
  // @ts-expect-error a row rule names fields
  visible: () => ({ nope: 1 }),
  actions: { resolve: (question) => question, unresolve: (question) => ({ ...question, assigned_id: null }) },
  queries: { next_number: (_, { job_id }) => Number(job_id) },
})

// Modules
declare const Screen: (props: ScreenProps<'/jobs/:job_id/questions/:question_id'>) => null
declare const Wrong: (props: { params: { nope: string } }) => null
const badges = slot<{ label: string }>('badges')
export default defineModule({
  entities: [questions],
  routes: {
    '/jobs/:job_id/questions/:question_id': { screen: () => Promise.resolve({ default: Screen }) },
    // @ts-expect-error the screen needs a param that the path lacks
    '/questions/:question_id': { screen: () => Promise.resolve({ default: Wrong }) },
  },
  fills: [
    badges({ label: 'New' }),
    // @ts-expect-error a slot accepts only its declared type
    badges({ title: 'New' }),
  ],
})
