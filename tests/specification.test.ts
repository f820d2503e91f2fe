import { expect, test } from 'vitest'
import { loadRegistry } from '#app/modules.ts'
import { untoldFields } from '#core/entity/specification.ts'

const { entities, preload } = loadRegistry()

test('what a server may not have reads as empty, of the kind that the field holds', () => {
  const told = Object.fromEntries(
    entities.flatMap((entity) =>
      untoldFields(entity, entities).map(([name, , value]) => [`${entity.name}.${name}`, value]),
    ),
  )
  expect(Object.keys(told).filter((name) => told[name] === undefined)).toEqual([])
  expect(told).toMatchObject({
    'schedule_notice.changes': [],
    'daily_log.crew': [],
    'daily_log.crew_total': null,
    'day_signature.signature_path': null,
    'time_entry.project': null,
    'user.integration': false,
    'rfi.last_user_id': null,
    // Of the kinds that have messages, the specification names RFIs alone.
    'message.messageable_type': 'rfis',
    'attachment.attachable_type': '',
  })
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
