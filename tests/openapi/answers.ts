import addFormats from 'ajv-formats'
import { Ajv2020, type AnySchema, type ValidateFunction } from 'ajv/dist/2020.js'
import { isObject } from '#lib/is-object.ts'

/** How many answers of an operation with one status are checked in each world. */
const MOST = 3

/** Checks an answer of the server against its own description. @throws naming what is wrong */
export type CheckAnswer = (method: string, path: string, status: number, data: unknown) => Promise<void>

/**
 * The same schema for which a field that it does not name is an error. What is put together of several schemas names them
 * all, so its parts stay open.
 */
function closed(schema: unknown): unknown {
  if (Array.isArray(schema)) return schema.map(closed)
  if (!isObject(schema)) return schema
  if (schema.allOf) return { ...schema, unevaluatedProperties: false }
  const all = Object.fromEntries(Object.entries(schema).map(([name, value]) => [name, closed(value)]))
  return isObject(schema.properties) && schema.type !== undefined ? { additionalProperties: false, ...all } : all
}

const patternOf = (path: string) => path.replace(/\?.*/, '').replace(/\{\w+\}|(?<=\/)\d+(?=\/|$)/g, '{}')

/** What checks answers by a document of OpenAPI: each schema is compiled when it is first needed. */
function createChecker(document: unknown) {
  const ajv = new Ajv2020({ strict: false, logger: false, inlineRefs: false, code: { optimize: false } })
  addFormats(ajv)
  const whole = document as { paths: Record<string, Record<string, unknown>>; components: Record<string, object> }
  const { Page, ...schemas } = whole.components.schemas as Record<string, object>
  const components: Record<string, object> = { ...whole.components, schemas: { ...(closed(schemas) as object), Page } }
  ajv.addSchema({ ...whole, components } as AnySchema, 'api', undefined, false)
  const paths = new Map(Object.keys(whole.paths).map((path) => [patternOf(path), path]))
  const compiled = new Map<string, ValidateFunction | null>()
  const pointer = (...parts: string[]) =>
    parts.map((part) => part.replaceAll('~', '~0').replaceAll('/', '~1')).join('/')

  /** Where the schema of an answer is; null where it is described without one. */
  function schemaAt(path: string, method: string, status: number): string | null {
    const operation = whole.paths[path]?.[method]
    if (!isObject(operation) || !isObject(operation.responses)) return null
    const name = String(status) in operation.responses ? String(status) : 'default'
    const found = operation.responses[name]
    const shared = isObject(found) && typeof found.$ref === 'string' ? found.$ref.slice(2) : undefined
    const at = shared ?? pointer('paths', path, method, 'responses', name)
    const response = shared ? Reflect.get(components.responses ?? {}, shared.split('/').at(-1) ?? '') : found
    const content = isObject(response) && isObject(response.content) ? response.content['application/json'] : undefined
    return content === undefined ? null : `api#/${at}/content/application~1json/schema`
  }

  return (method: string, sent: string, status: number, data: unknown): void => {
    const path = paths.get(patternOf(sent))
    if (path === undefined) return
    const at = schemaAt(path, method.toLowerCase().replace('put', 'patch'), status)
    if (at === null) return
    let validate = compiled.get(at)
    if (validate === undefined) compiled.set(at, (validate = ajv.compile({ $ref: at })))
    if (!validate || validate(data)) return
    const told = validate.errors?.map(
      ({ instancePath, message, params }) => `${instancePath} ${message} ${JSON.stringify(params)}`,
    )
    throw new Error(
      `The description of ${method} ${path} does not tell this ${status}: ${told?.slice(0, 6).join('; ')}`,
    )
  }
}

let known: Promise<ReturnType<typeof createChecker>> | undefined

/** What checks the first answers of a world that has the modules that there are, of whose descriptions one document is made. */
export function checkAnswers(fetchDocument: () => Promise<unknown>): CheckAnswer {
  const counts = new Map<string, number>()
  return async (method, path, status, data) => {
    const what = `${method} ${patternOf(path)} ${status}`
    const count = (counts.get(what) ?? 0) + 1
    counts.set(what, count)
    if (count > MOST) return
    const check = await (known ??= fetchDocument().then(createChecker))
    check(method, path, status, data)
  }
}
