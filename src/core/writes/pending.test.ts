import { expect, test } from 'vitest'
import { defineEntity } from '../entity/entity.ts'
import { ref, related } from '../entity/fields.ts'
import { at, buildGarden, gardens } from '../store/garden.fixture.ts'
import { createStore } from '../store/store.ts'
import type { Change } from './mutation.ts'
import { pendingOf } from './pending.ts'
import { prepare } from './prepare.ts'

const visits = defineEntity('visit', {
  endpoint: 'api/visits',
  area: 'gardens',
  sort: 'id',
  fields: { garden_id: ref('garden'), next_id: ref('garden').optional() },
  computed: {
    garden_name: related('garden_id', 'name'),
    garden_notes: related<string | null>('garden_id', 'notes'),
    next_name: related<string | null>('next_id', 'name'),
  },
})
const store = createStore([gardens, visits])
store.of(gardens).put([buildGarden(4, 'Roses')])

const user = {
  id: 7,
  name: 'Kim',
  email: 'kim@x.example',
  role: 'employee',
  permissions: {},
  customer_id: null,
  contact_type_id: null,
}

/** What a new visit with these values looks like before it is sent. */
function shown(values: object): unknown {
  const change: Change = { entity: visits, params: {}, verb: 'save', drafts: [values] }
  const prepared = prepare(store, change, { user, confirmed: [], ids: new Map() })
  const [own] = pendingOf({ ...prepared, key: 'a', at: 1 }, store)
  return own?.layer(undefined)
}

test('a record that waits has the joined fields of what is on the device', () => {
  expect(shown({ garden_id: 4, next_id: 4 })).toMatchObject({ garden_name: 'Roses', next_name: 'Roses' })
})

// After signing in again the device holds nothing but what waits on it.
test('a joined field that is not on the device is the text its description promises, or null where it may be', () => {
  expect(shown({ garden_id: 9 })).toMatchObject({ garden_name: '', garden_notes: null, next_name: null })
})

test('a record with a waiting change is of the version that the change was made of, or of its own if that is older', () => {
  const item = prepare(
    store,
    { entity: gardens, params: {}, verb: 'save', drafts: [{ id: 4, size: 3, updated_at: at(3) }] },
    { user, confirmed: [], ids: new Map() },
  )
  const [own] = pendingOf({ ...item, key: 'a', at: 1 }, store)
  for (const [second, shownAs] of [
    [5, 3],
    [2, 2],
  ] as const)
    expect(own?.layer(buildGarden(4, 'Roses', second))).toMatchObject({ size: 3, updated_at: at(shownAs) })
})
