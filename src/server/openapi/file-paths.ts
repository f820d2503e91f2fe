import { hasVersions } from '../../core/entity/files.ts'
import { operation, type At } from './entity-paths.ts'
import { changing } from './entity-writes.ts'
import { schemaNamed } from './json-schema.ts'
import { file, parameter, refusedBy, response, told, type Described } from './operation.ts'

const reading = refusedBy(401, 403, 404, 429)

/** What of a file, or of a version of one, can be had at an address. */
function fileAt(at: At, end: string, start: string): Described[] {
  const { noun } = at.entity.display
  const get = { verb: 'view', responses: { 200: file, 302: response('Elsewhere'), ...reading } }
  const preview = { ...get, responses: { 200: file, 202: response('Rendering'), ...reading } }
  return [
    operation(at, 'get', { ...get, name: `${start}file`, end: `${end}/file`, summary: `File of ${noun}` }),
    operation(at, 'get', {
      ...preview,
      name: `${start}preview`,
      end: `${end}/preview`,
      summary: `Preview of ${noun}`,
      parameters: [parameter('PreviewSize'), parameter('PreviewPage')],
    }),
    operation(at, 'get', {
      ...preview,
      name: `${start}thumb`,
      end: `${end}/thumb`,
      summary: `Small preview of ${noun}`,
    }),
    operation(at, 'post', {
      verb: 'view',
      name: `${start}link`,
      end: `${end}/link`,
      summary: `Link to the file of ${noun}`,
      description: 'It works without a session, for five minutes.',
      responses: { 200: told('The link.', schemaNamed('FileLink')), ...changing },
    }),
  ]
}

/** The operations of an entity whose records are files, beside those that all have. */
export function filesAt(at: At): Described[] {
  const { entity, path, catalog } = at
  const { noun, plural } = entity.display
  const get = { verb: 'view', responses: { 200: file, ...reading } }
  const zip = { ...get, name: 'zip', summary: `Files of ${plural} in one archive` }
  const { archives } = catalog.serving(entity)
  const versions = {
    type: 'array',
    items: { allOf: [{ type: 'object' }], properties: { current: { type: 'boolean' } } },
  }
  return [
    ...fileAt(at, '/{id}', ''),
    ...(hasVersions(entity)
      ? [
          operation(at, 'get', {
            ...get,
            name: 'versions',
            end: '/{id}/versions',
            summary: `Versions of ${noun}`,
            responses: { 200: told('The last first.', versions), ...reading },
          }),
          ...fileAt(at, '/{id}/versions/{version}', 'versions.'),
        ]
      : []),
    ...(path.includes('{')
      ? [operation(at, 'get', { ...zip, end: '/zip', parameters: [parameter('Ids')] })]
      : archives
        ? [
            operation({ ...at, path: `/${archives.of.root ?? archives.of.endpoint}` }, 'get', {
              ...zip,
              end: '/{id}/zip',
            }),
          ]
        : []),
  ]
}

/** The record with all that belongs to it, for use without a connection, where others are kept with it. */
export function offlineAt(at: At): Described[] {
  const { catalog, entity } = at
  if (!catalog.entities.some(({ offline }) => offline === entity.name)) return []
  return [
    operation(at, 'get', {
      name: 'offline',
      end: '/{id}/offline',
      verb: 'view',
      summary: `All that belongs to ${entity.display.noun}`,
      parameters: [parameter('Since')],
      responses: { 200: told('The record, and lists of what belongs to it.', schemaNamed('Bundle')), ...reading },
    }),
  ]
}
