import type { Entity } from '../../core/entity/entity.ts'
import { capital } from '../../core/entity/wording.ts'
import type { Catalog } from '../resource/catalog.ts'
import { byChange, parameter, type Described, type Operation } from './operation.ts'
import { sentenceOf, type createPermissions } from './permissions.ts'

/** What describes the operations of one entity at one of its addresses. */
export interface At {
  readonly catalog: Catalog
  readonly entity: Entity
  /** `/api/projects/{project_id}/rfis`. */
  readonly path: string
  readonly permissionOf: ReturnType<typeof createPermissions>
}

/** The section an entity's operations are in: its plural, or its table where that says too little alone, as "entries" does. */
export function tagOf({ entities }: Catalog, { table, display: { plural } }: Entity): string {
  const isVague = table.endsWith(`_${plural}`) || entities.filter(({ display }) => display.plural === plural).length > 1
  return capital(isVague ? table.replaceAll('_', ' ') : plural)
}

/** What begins the ids of operations at an address: `projects.rfis`. */
export const idOf = (path: string): string =>
  path
    .split('/')
    .filter((part) => part && part !== 'api' && !part.startsWith('{'))
    .join('.')

/** A name in words: `mark_messages_viewed` is "Mark messages viewed". */
export const inWords = (name: string) => capital(name.replaceAll('_', ' '))

/** One operation of an entity, with who may do it. */
export function operation(
  { catalog, entity, path, permissionOf }: At,
  method: Described['method'],
  {
    name,
    end,
    verb,
    summary,
    description,
    responses,
    ...rest
  }: Partial<Operation> & {
    /** The end of its id and of its address. */
    name: string
    end: string
    verb: string
    summary: string
    responses: Operation['responses']
  },
): Described {
  const permission = permissionOf(entity, verb)
  const words = [description, sentenceOf(permission)].filter(Boolean).join(' ')
  const isChange = method !== 'get'
  return {
    method,
    path: `${path}${end}`,
    operation: {
      operationId: `${idOf(path)}.${name}`,
      tags: [tagOf(catalog, entity)],
      summary,
      description: words,
      ...(isChange && { security: byChange }),
      ...rest,
      ...(isChange && { parameters: [parameter('IdempotencyKey'), ...(rest.parameters ?? [])] }),
      responses,
      'x-permission': permission,
    },
  }
}
