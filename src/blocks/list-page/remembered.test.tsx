import { beforeEach, expect, test } from 'vitest'
import { projects } from '#modules/projects/entities.ts'
import { queryWith, type Address } from '../address/address.ts'
import type { ListState } from './list.ts'
import { recall, remember, showInAddress } from './remembered.ts'

const initial: ListState = {
  search: '',
  sort_column: 'name',
  sort_direction: 'asc',
  filters: { status: 'active', customer_id: '' },
}
const archived: ListState = {
  ...initial,
  search: 'pump',
  sort_column: 'number',
  sort_direction: 'desc',
  filters: { status: 'archived', customer_id: '4' },
}
/** An address that starts with a query, and the query that it has now. */
function addressOf(start = ''): Address & { query(): string } {
  let query = queryWith(start, {})
  return {
    read: () => new URLSearchParams(query),
    put: (values) => void (query = queryWith(query, values)),
    query: () => query,
  }
}

beforeEach(() => localStorage.clear())

test('without a query the remembered filters apply, with the search cleared', () => {
  remember('projects', archived)
  expect(recall('projects', initial, addressOf('?tab=3'), projects)).toEqual({ ...archived, search: '' })
  expect(recall('customers', initial, addressOf(), projects)).toEqual(initial)
})

test('what the address says wins over what was remembered, and the rest of it is as at first', () => {
  remember('projects', archived)
  const said = recall('projects', initial, addressOf('?status=all&sort=-number'), projects)
  expect(said).toEqual({
    search: '',
    sort_column: 'number',
    sort_direction: 'desc',
    filters: { status: 'all', customer_id: '' },
  })
})

test('a link may name what is searched for, which nothing remembered hides', () => {
  remember('projects', archived)
  expect(recall('projects', initial, addressOf('?tab=all&search=Ray+Ochoa'), projects)).toEqual({
    ...initial,
    search: 'Ray Ochoa',
  })
})

test('a mistyped value in the address is ignored', () => {
  const said = recall('projects', initial, addressOf('?status=gone&customer_id=four&sort=%27;drop'), projects)
  expect(said).toEqual(initial)
})

test('a choice is put into the address without the search, so that the link alone shows the same list', () => {
  const address = addressOf('?tab=3&customer_id=9')
  remember('projects', archived, initial, address)
  expect(address.query()).toBe('?tab=3&customer_id=4&status=archived&sort=-number')
  localStorage.clear()
  expect(recall('projects', initial, address, projects)).toEqual({ ...archived, search: '' })
})

test('the first filters are named in the address once others were chosen, those that are off are not', () => {
  const address = addressOf('?status=archived&customer_id=4&sort=-number')
  showInAddress(initial, initial, address)
  expect(address.query()).toBe('?status=active')
})
