import type { JsonSchema } from './json-schema.ts'

/** One operation at one address, in the form of `/api/rfis/{id}`. */
export interface Described {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete' | 'head' | 'options'
  readonly path: string
  readonly operation: Operation
}

export interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description?: string
  readonly parameters?: readonly JsonSchema[]
  readonly requestBody?: JsonSchema
  readonly responses: Readonly<Record<string, JsonSchema>>
  readonly security?: readonly JsonSchema[]
  readonly 'x-permission'?: unknown
}

const refusals = {
  401: 'Unauthenticated',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  419: 'WrongToken',
  422: 'Invalid',
  429: 'TooMany',
} as const

/** The responses that tell why a request is refused; any other status has a message too. */
export function refusedBy(...statuses: readonly (keyof typeof refusals)[]): Record<string, JsonSchema> {
  const named = statuses.map((status) => [String(status), { $ref: `#/components/responses/${refusals[status]}` }])
  return { ...Object.fromEntries(named), default: { $ref: '#/components/responses/Problem' } }
}

export const response = (name: string): JsonSchema => ({ $ref: `#/components/responses/${name}` })
export const parameter = (name: string): JsonSchema => ({ $ref: `#/components/parameters/${name}` })
export const body = (name: string): JsonSchema => ({ $ref: `#/components/requestBodies/${name}` })
export const asJson = (schema: JsonSchema): JsonSchema => ({ 'application/json': { schema } })
export const told = (description: string, schema: JsonSchema): JsonSchema => ({ description, content: asJson(schema) })
export const empty: JsonSchema = { description: 'Done; there is nothing to tell.' }
/** A file, of whatever type. */
export const file: JsonSchema = {
  description: 'The file.',
  content: { '*/*': { schema: { type: 'string', format: 'binary' } } },
}
/** A change needs the anti-forgery token of its session, unless it comes with a token of its own. */
export const byChange: readonly JsonSchema[] = [{ session: [], xsrf: [] }, { bearerAuth: [] }]
export const byAnyone: readonly JsonSchema[] = []
