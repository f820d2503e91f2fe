import type { Entity } from '../../core/entity/entity.ts'
import type { Field } from '../../core/entity/field.ts'
import type { Catalog } from '../resource/catalog.ts'
import { isVersionAction } from '../resource/versions.ts'
import { id, isNeeded, propertyOf, schemaNamed, type JsonSchema } from './json-schema.ts'
import { asJson, body } from './operation.ts'

/** What an action takes: the reason and what else its step asks for, and what its module reads beside. */
export function actionBody(catalog: Catalog, entity: Entity, action: string): JsonSchema {
  if (isVersionAction(entity, action) && action === 'restore_version')
    return {
      required: true,
      content: asJson({ type: 'object', properties: { version_id: id }, required: ['version_id'] }),
    }
  if (isVersionAction(entity, action)) return body('File')
  const { reason, asks } = entity.workflow?.steps[action] ?? {}
  const fields = Object.entries<Field<unknown>>({ ...catalog.asks(entity)[action], ...asks })
  if (!reason && !fields.length) return body('Anything')
  const why = reason && { reason: { type: 'string', maxLength: 500, description: reason.message } }
  const asked = fields.map(([name, field]) => [name, propertyOf(name, field, 'sent')])
  const required = [
    ...(reason ? ['reason'] : []),
    ...fields.flatMap(([name, field]) => (isNeeded(field, 'sent') ? name : [])),
  ]
  const properties = { ...why, ...Object.fromEntries(asked), confirmed: schemaNamed('Confirmed') }
  return { required: required.length > 0, content: asJson({ type: 'object', properties, required }) }
}
