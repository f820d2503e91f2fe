import { effect } from '@preact/signals-react'
import { expect, test } from 'vitest'
import { createStore } from '#core/store/store.ts'
import { timeEntries, type TimeEntry } from '../entities.ts'
import { createTimeIndex } from './time-index.ts'

let clock = 0
const entry = (id: number, user_id: number, date: string, hours: number): TimeEntry => {
  const stamp = new Date(Date.UTC(2026, 10, 1) + clock++ * 1000).toISOString()
  return {
    id,
    user_id,
    date,
    hours,
    type: 'shop',
    project_id: null,
    cost_code_id: null,
    per_diem: false,
    notes: null,
    creator_id: 1,
    reviewed_id: null,
    reviewed_at: null,
    reviewed_name: null,
    week_id: null,
    status: 'open',
    user_name: '',
    creator_name: '',
    project_name: null,
    project_number: null,
    cost_code_number: null,
    cost_code_name: null,
    project: null,
    cost_code: null,
    created_at: stamp,
    updated_at: stamp,
    deleted_at: null,
  }
}

/** An index of 300 people and 7 days that records how often each cell was rendered. */
function opened() {
  const collection = createStore([timeEntries]).of(timeEntries)
  const index = createTimeIndex(collection, ({ user_id, date }) => `${user_id} ${date}`)
  const days = Array.from({ length: 7 }, (_, day) => `2026-11-${15 + day}`)
  const entries = Array.from({ length: 300 }, (_, user) =>
    days.map((day, at) => entry(user * 7 + at + 1, user + 1, day, 8)),
  )
  collection.put(entries.flat())
  index.start()
  const painted = new Map<string, number>()
  for (let user = 1; user <= 300; user++)
    for (const day of days) {
      const key = `${user} ${day}`
      effect(() => {
        void index.cell(key).value
        painted.set(key, (painted.get(key) ?? 0) + 1)
      })
    }
  const repainted = () => [...painted].filter(([, count]) => count > 1).map(([key]) => key)
  return { collection, index, repainted }
}

test('changing one entry rerenders one cell of 2,100', () => {
  const { collection, index, repainted } = opened()
  collection.put([entry(8, 2, '2026-11-15', 6)], 'remote')
  expect(repainted()).toEqual(['2 2026-11-15'])
  expect(index.cell('2 2026-11-15').value.map(({ hours }) => hours)).toEqual([6])
})

test('an entry that changes its person and day moves to another cell', () => {
  const { collection, index, repainted } = opened()
  collection.put([entry(8, 3, '2026-11-16', 8)], 'remote')
  expect(repainted()).toEqual(['2 2026-11-15', '3 2026-11-16'])
  expect(index.cell('2 2026-11-15').value).toEqual([])
  expect(index.cell('3 2026-11-16').value.map(({ id }) => id)).toEqual([8, 16])
  expect(index.filled.value.has('2 2026-11-15')).toBe(false)
})

test('a deleted entry leaves its cell, and adding to a filled cell does not change the list of filled cells', () => {
  const { collection, index, repainted } = opened()
  let lists = 0
  effect(() => {
    void index.filled.value
    lists++
  })
  collection.put([entry(9001, 5, '2026-11-17', 1)], 'remote')
  expect(lists).toBe(1)
  collection.remove([1], 'remote')
  expect(lists).toBe(2)
  expect(index.cell('1 2026-11-15').value).toEqual([])
  expect(repainted()).toEqual(['1 2026-11-15', '5 2026-11-17'])
})
