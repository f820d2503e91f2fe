import { expect, test } from 'vitest'
import { loadRegistry } from '#app/modules.ts'
import { untoldFields } from '#core/entity/specification.ts'

const { entities, preload } = loadRegistry()

test('every field that a server may not have says what it reads as then', () => {
  const silent = entities.flatMap((entity) =>
    untoldFields(entity, entities).flatMap(([name, , value]) =>
      value === undefined ? [`${entity.name}.${name}`] : [],
    ),
  )
  expect(silent).toEqual([])
})

test('the lists without which nothing is shown are the six of the specification', () => {
  const needed = preload.filter(({ specified }) => specified)
  expect(needed.map(({ endpoint }) => endpoint).sort()).toEqual([
    'api/contact_types',
    'api/custom_field_options',
    'api/custom_fields',
    'api/phase_types',
    'api/phases',
    'api/users',
  ])
})
