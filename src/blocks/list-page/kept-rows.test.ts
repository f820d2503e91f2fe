import { expect, test } from 'vitest'
import { keptNothing } from '#core/kept/nothing.ts'
import { whereOf } from '#core/query/filters.ts'
import { createStore } from '#core/store/store.ts'
import { projects } from '#modules/projects/entities.ts'
import { users, type User } from '#modules/users/entities.ts'
import { keepRows } from './kept-rows.ts'

const asker = { user: { id: 1 } }
const store = createStore([users, projects])
const person = (id: number, name: string, active: boolean) =>
  ({ id, name, active, created_at: '2026-01-01', updated_at: '2026-01-01', deleted_at: null }) as unknown as User
store.of(users).put([person(1, 'Zoe', true), person(2, 'Ada', true), person(3, 'Ben', false)])

const rowsOf = (filters: Record<string, string>) =>
  keepRows(users, keptNothing, store, whereOf(users, {}, asker)).held({
    where: whereOf(users, filters, asker),
    column: 'name',
    direction: 'asc',
  })

test('rows follow from the records in the store as soon as all of them are there', () => {
  expect(rowsOf({ status: 'active' })).toBeNull()
  store.answered(users, whereOf(users, {}, asker), [1, 2, 3])
  expect(rowsOf({ status: 'active' })).toMatchObject({ ids: [2, 1], total: 2 })
  expect(rowsOf({ status: 'all' })).toMatchObject({ ids: [2, 3, 1], total: 3 })
  // Who is on a project is known by the projects, which need not be here.
  expect(rowsOf({ status: 'all', project_id: '4' })).toBeNull()
})

test('a list that is restricted by itself does not hold all records', () => {
  const active = whereOf(projects, {}, asker)
  store.answered(projects, active, [])
  const { held } = keepRows(projects, keptNothing, store, active)
  const listing = { column: 'name', direction: 'asc' } as const
  expect(held({ ...listing, where: active })).toMatchObject({ ids: [], total: 0 })
  expect(held({ ...listing, where: whereOf(projects, { status: 'all' }, asker) })).toBeNull()
})
