import type { Entity } from '../../core/entity/entity.ts'
import { address } from '../../core/entity/fields.ts'
import type { Catalog } from '../resource/catalog.ts'
import { MOST_AT_ONCE } from '../resource/many.ts'
import { entitySchemas, filterSchema, sortColumns } from './entity-schemas.ts'
import { componentOf, id, instant, objectOf, schemaNamed, type JsonSchema } from './json-schema.ts'
import { asJson, told } from './operation.ts'
import { ownSchemas, string } from './own-schemas.ts'

/** The parts of the document that operations refer to, by kind and name. */
export interface Components {
  readonly schemas: Readonly<Record<string, JsonSchema>>
  readonly responses: Readonly<Record<string, JsonSchema>>
  readonly parameters: Readonly<Record<string, JsonSchema>>
  readonly requestBodies: Readonly<Record<string, JsonSchema>>
}

const whole = (minimum: number, maximum?: number) => ({ type: 'integer', minimum, ...(maximum && { maximum }) })
const query = (name: string, schema: JsonSchema, description: string) => ({ name, in: 'query', description, schema })
const binary = { type: 'string', format: 'binary' }
/** A file in a form, or a resumable upload that has arrived. */
const upload = (more: JsonSchema = {}): JsonSchema => ({
  required: true,
  content: {
    'multipart/form-data': {
      schema: { type: 'object', properties: { file: binary, preview: binary, ...more }, required: ['file'] },
    },
    'application/json': {
      schema: { type: 'object', properties: { upload_id: string, ...more }, required: ['upload_id'] },
    },
  },
})

/** The components of one entity. */
export function entityComponents(catalog: Catalog, entity: Entity): Components {
  const name = componentOf(entity.name)
  const { noun, plural } = entity.display
  const schemas = entitySchemas(catalog, entity)
  const { properties } = schemas[`${name}Draft`] ?? {}
  const confirmed = schemaNamed('Confirmed')
  const many = (items: JsonSchema, more: Readonly<Record<string, JsonSchema>>) => {
    const data = { type: 'array', items, minItems: 1, maxItems: MOST_AT_ONCE.staff }
    const required = ['data', ...Object.keys(more)]
    return asJson({ type: 'object', properties: { data, ...more, confirmed }, required })
  }
  const action = { type: 'string', enum: entity.actions }
  const one = { type: 'object', properties: { id }, required: ['id'], additionalProperties: true }
  return {
    schemas,
    responses: {
      [name]: told(`The ${noun}.`, schemaNamed(name)),
      [`${name}List`]: told(`The ${plural}.`, schemaNamed(`${name}List`)),
    },
    parameters: {
      [`${name}Sort`]: query('sort_column', { type: 'string', enum: sortColumns(entity) }, 'What to sort by.'),
      [`${name}Filters`]: {
        ...query('filters', filterSchema(entity), 'Also without `filters[…]`, and with several values as `name[]`.'),
        style: 'deepObject',
        explode: true,
      },
    },
    requestBodies: {
      ...(catalog.serving(entity).uploads
        ? { [`${name}File`]: upload(properties as JsonSchema) }
        : { [`${name}Draft`]: { required: true, content: asJson(schemaNamed(`${name}Draft`)) } }),
      [`${name}Change`]: { required: true, content: asJson(schemaNamed(`${name}Change`)) },
      [`${name}Many`]: { required: true, content: many(schemaNamed(`${name}Change`), {}) },
      ...(entity.actions.length && { [`${name}Actions`]: { required: true, content: many(one, { action }) } }),
    },
  }
}

const error = (description: string, more: JsonSchema = {}) => ({ ...told(description, schemaNamed('Error')), ...more })
const retry = { headers: { 'Retry-After': { description: 'Seconds.', schema: { type: 'integer' } } } }

/** The components of the server itself. */
export const ownComponents = (): Components => ({
  schemas: { ...ownSchemas, Address: objectOf(address().facts.parts ?? {}, 'sent') },
  responses: {
    Unauthenticated: error('Nobody is signed in.'),
    Forbidden: error('This person may not do that.'),
    NotFound: error('There is no such record, or this person does not see it.'),
    Conflict: error('Somebody else has changed the record since; `data` is what it is now.'),
    WrongToken: error('The anti-forgery token is missing or of another session.'),
    Invalid: error('Values are wrong, or a warning was not confirmed.'),
    TooMany: error('Too much at once; it goes on later.', retry),
    Problem: error('Anything else, in a sentence.'),
    Unchanged: { description: 'As it was by If-None-Match.' },
    Elsewhere: { description: 'The file is at the address in Location.' },
    Rendering: error('The page is being rendered; ask again.', retry),
  },
  parameters: {
    Page: query('page', whole(1), 'With it, the answer is a page; without it, all records.'),
    PerPage: query('per_page', { ...whole(1, 500), default: 20 }, 'How many a page has.'),
    Search: query('search', string, 'Words that a record has all of, or `#7` for a number.'),
    SortDirection: query('sort_direction', { type: 'string', enum: ['asc', 'desc'] }, 'In which direction to sort.'),
    After: query('after', id, 'With a page: those behind this record.'),
    Since: query('since', instant, 'Without a page: what has changed since then, and the ids of all.'),
    GroupBy: query('group_by', string, 'With a page: a field, or `state`, to group by.'),
    Folded: query('folded[]', { type: 'array', items: string }, 'Groups whose records are left out.'),
    Asked: {
      ...query('asked', { type: 'object', additionalProperties: string }, 'What is asked, by name.'),
      style: 'form',
      explode: true,
    },
    DryRun: query('dry_run', { type: 'string', enum: ['1'] }, 'Does everything but save.'),
    Ids: query('id[]', { type: 'array', items: id }, 'Only these records.'),
    PreviewSize: query('size', { type: 'string', enum: ['320', '1600'] }, 'Of a tile, or of a screen.'),
    PreviewPage: query('page', whole(1), 'The page of a PDF.'),
    IdempotencyKey: {
      name: 'Idempotency-Key',
      in: 'header',
      description: 'Sent again, the request is answered as before and done once.',
      schema: { type: 'string', maxLength: 255 },
    },
  },
  requestBodies: {
    Anything: {
      content: asJson({
        type: 'object',
        properties: { confirmed: schemaNamed('Confirmed') },
        additionalProperties: true,
      }),
    },
    File: upload(),
  },
})
