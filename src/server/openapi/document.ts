import type { Entity } from '../../core/entity/entity.ts'
import { turn } from '../files/turns.ts'
import { placesOf } from '../resource/routes.ts'
import type { AllServices } from '../services.ts'
import { entityComponents, ownComponents, type Components } from './components.ts'
import type { At } from './entity-paths.ts'
import { readsAt } from './entity-reads.ts'
import { writesAt } from './entity-writes.ts'
import { filesAt, offlineAt } from './file-paths.ts'
import { id, type JsonSchema } from './json-schema.ts'
import { parameter, type Described } from './operation.ts'
import { ownPaths } from './own-paths.ts'
import { createPermissions } from './permissions.ts'

/** The API as OpenAPI 3.1 tells it. */
export interface OpenApi {
  readonly openapi: '3.1.0'
  readonly info: JsonSchema
  readonly servers: readonly JsonSchema[]
  readonly security: readonly JsonSchema[]
  readonly tags: readonly { readonly name: string }[]
  readonly paths: Readonly<Record<string, JsonSchema>>
  readonly components: Components & { readonly securitySchemes: Readonly<Record<string, JsonSchema>> }
}

const ABOUT = `Every kind of record has the same verbs. Lists answer all records, or with \`page\` a page of them. Errors have a
\`message\`, and 422 has \`errors\` by field. A change is made once for each Idempotency-Key. Who asks sees what that person sees in the app.`

const securitySchemes = {
  session: { type: 'apiKey', in: 'cookie', name: 'plumbline_session', description: 'Set by signing in.' },
  xsrf: { type: 'apiKey', in: 'header', name: 'X-XSRF-TOKEN', description: 'The cookie XSRF-TOKEN, decoded.' },
  bearerAuth: { type: 'http', scheme: 'bearer', description: 'An access token.' },
}

/** The operations of an entity, at each of its addresses. */
function operationsOf(services: AllServices, entity: Entity, permissionOf: At['permissionOf']): Described[] {
  const { catalog } = services
  const at = (path: string): At => ({ catalog, entity, path, permissionOf })
  const places = placesOf(services, entity).map(({ path }) => at(path.replace(/:(\w+)\{\[0-9\]\+\}/g, '{$1}')))
  return [
    ...places.flatMap((place) => [
      ...readsAt(place),
      ...writesAt(place),
      ...(catalog.serving(entity).uploads ? filesAt(place) : []),
    ]),
    ...entity.readAt.flatMap((path) => readsAt(at(`/${path}`))),
    ...offlineAt(at(`/${entity.endpoint}`)),
  ]
}

/** The operations by address, each address with what stands in it. */
function pathsOf(all: readonly Described[]) {
  const paths: Record<string, Record<string, unknown>> = {}
  const marks: Record<string, JsonSchema> = {}
  for (const { path, method, operation } of all) {
    const named = [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
    for (const name of named) {
      const schema = /id$|version/.test(name) ? id : { type: 'string' }
      marks[`in.${name}`] = { name, in: 'path', required: true, schema }
    }
    paths[path] ??= named.length ? { parameters: named.map((name) => parameter(`in.${name}`)) } : {}
    Object.assign(paths[path], { [method]: operation })
  }
  return { paths, marks }
}

/** Describes the API of these descriptions. It holds nothing of a company, so it is the same for everyone. */
export async function describeApi(
  services: AllServices,
  added: readonly Described[],
  version: string,
): Promise<OpenApi> {
  const { catalog } = services
  const permissionOf = createPermissions(catalog.areas)
  const own = ownComponents()
  const parts = [own]
  const operations: Described[] = []
  for (const entity of catalog.entities) {
    parts.push(entityComponents(catalog, entity))
    operations.push(...operationsOf(services, entity, permissionOf))
    await turn()
  }
  operations.push(...ownPaths(catalog), ...added)
  const { paths, marks } = pathsOf(operations)
  const all = <K extends keyof Components>(kind: K): Record<string, JsonSchema> =>
    Object.assign({}, ...parts.map((part) => part[kind]))
  return {
    openapi: '3.1.0',
    info: {
      title: 'Plumbline',
      version,
      description: ABOUT.replaceAll('\n', ' '),
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    security: [{ session: [] }, { bearerAuth: [] }],
    tags: [...new Set(operations.flatMap(({ operation }) => operation.tags))].map((name) => ({ name })),
    paths,
    components: {
      schemas: all('schemas'),
      responses: all('responses'),
      parameters: { ...all('parameters'), ...marks },
      requestBodies: all('requestBodies'),
      securitySchemes,
    },
  }
}
