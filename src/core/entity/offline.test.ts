import { expect, test } from 'vitest'
import { area } from '../access/access.ts'
import { defineEntity } from './entity.ts'
import { ref, text } from './fields.ts'
import { bundleOf } from './offline.ts'

const yards = defineEntity('yard', {
  endpoint: 'api/yards',
  area: area('yards', {}),
  sort: 'name',
  fields: { name: text() },
})
const below = (name: string, refs: Record<string, string>) =>
  defineEntity(name, {
    endpoint: `api/${name}s`,
    area: 'yards',
    sort: 'id',
    offline: 'yard',
    fields: Object.fromEntries(Object.entries(refs).map(([field, entity]) => [field, ref(entity)])),
  })

test('what belongs to a record is found by its own ref before any other, and what is nested deeper by that of its parent', () => {
  const rows = below('row', { yard_id: 'yard' })
  const crates = below('crate', { row_id: 'row', yard_id: 'yard' })
  const labels = below('label', { crate_id: 'crate' })
  const prints = below('print', { label_id: 'label' })
  const bundle = bundleOf([prints, labels, rows, crates, yards], yards)
  expect(bundle.map(({ entity, parents, field }) => [entity.name, parents[0]?.name, field])).toEqual([
    ['row', 'yard', 'yard_id'],
    ['crate', 'yard', 'yard_id'],
    ['label', 'crate', 'crate_id'],
    ['print', 'label', 'label_id'],
  ])
})
