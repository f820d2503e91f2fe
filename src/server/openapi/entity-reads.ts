import type { Field } from '../../core/entity/field.ts'
import { sequenceOf } from '../resource/sequence.ts'
import { inWords, operation, type At } from './entity-paths.ts'
import { componentOf, isNeeded, propertyOf, schemaNamed, type JsonSchema } from './json-schema.ts'
import { file, parameter, refusedBy, response, told, type Described } from './operation.ts'

const reading = refusedBy(401, 403, 404, 429)
const searching = refusedBy(401, 403, 404, 422, 429)

/** What a query reads of its address, beside what stands in its path. */
function askedOf({ catalog, entity, path }: At, query: string): JsonSchema[] {
  const asks = Object.entries<Field<unknown>>(catalog.asks(entity)[query] ?? {})
  return asks.flatMap(([name, field]) => {
    if (path.includes(`{${name}}`)) return []
    return [{ name, in: 'query', required: isNeeded(field, 'sent'), schema: propertyOf(name, field, 'sent') }]
  })
}

/** The operations that read. */
export function readsAt(at: At): Described[] {
  const { catalog, entity } = at
  const { noun, plural } = entity.display
  const name = componentOf(entity.name)
  const lists = ['Page', 'PerPage', 'Search', 'SortDirection', 'After', 'Since', 'GroupBy', 'Folded']
  const get = (more: Parameters<typeof operation>[2]) => operation(at, 'get', more)
  const queries = entity.queries.map((query) => {
    const isNumber = sequenceOf(entity) !== null && !catalog.serving(entity).queries?.[query]
    return get({
      name: query,
      end: `/${query}`,
      verb: query in entity.access ? query : 'view',
      summary: `${inWords(query)}: ${plural}`,
      parameters: askedOf(at, query),
      responses: { 200: told('What was asked for.', isNumber ? { type: 'integer' } : {}), ...searching },
    })
  })
  const written = Object.keys(catalog.serving(entity).written ?? {}).map((end) =>
    get({
      name: end,
      end: `/{id}/${end}`,
      verb: 'view',
      summary: `Write ${noun} as ${end}`,
      parameters: [parameter('Asked')],
      responses: { 200: file, ...searching },
    }),
  )
  return [
    get({
      name: 'index',
      end: '',
      verb: 'view',
      summary: `List ${plural}`,
      parameters: [...lists, `${name}Sort`, `${name}Filters`].map(parameter),
      responses: { 200: response(`${name}List`), 304: response('Unchanged'), ...searching },
    }),
    ...queries,
    get({
      name: 'last_changes',
      end: '/last_changes',
      verb: 'view',
      summary: `Changes of ${plural} that can be undone`,
      responses: { 200: told('The last first.', { type: 'array', items: schemaNamed('LastChange') }), ...reading },
    }),
    get({
      name: 'show',
      end: '/{id}',
      verb: 'view',
      summary: `Read ${noun}`,
      responses: { 200: response(name), ...reading },
    }),
    ...written,
    get({
      name: 'history',
      end: '/{id}/history',
      verb: 'view',
      summary: `History of ${noun}`,
      responses: { 200: told('The last first.', { type: 'array', items: schemaNamed('HistoryEntry') }), ...reading },
    }),
  ]
}
