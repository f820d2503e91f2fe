import { html, raw } from 'hono/html'
import { isObject } from '../../lib/is-object.ts'
import { turn } from '../files/turns.ts'
import { startOf, style } from './docs-start.ts'
import type { OpenApi } from './document.ts'
import type { JsonSchema } from './json-schema.ts'
import type { Operation } from './operation.ts'

/** An operation with its address. */
interface Row {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

const rowsOf = ({ paths }: OpenApi): Row[] =>
  Object.entries(paths).flatMap(([path, { parameters: _, ...item }]) =>
    Object.entries(item as Record<string, Operation>).map(([method, operation]) => ({ method, path, operation })),
  )

/** As it stands in HTML. */
const said = (text: unknown): string => String(html`${text ?? ''}`)
const nameIn = ({ $ref }: JsonSchema): string => (typeof $ref === 'string' ? ($ref.split('/').at(-1) ?? '') : '')

/** What a schema is, in a word or two. */
function typeOf(schema: JsonSchema): string {
  if (schema.$ref) return nameIn(schema)
  if (Array.isArray(schema.enum)) return schema.enum.map(String).join(' | ')
  if (Array.isArray(schema.anyOf)) return schema.anyOf.map(typeOf).join(' or ')
  if (schema.type === 'array' && isObject(schema.items)) return `list of ${typeOf(schema.items)}`
  const [type = 'any', empty] = [schema.type ?? []].flat().map(String)
  const format = typeof schema.format === 'string' ? schema.format : type
  return empty ? `${format} or ${empty}` : format
}

const propertiesOf = (schema: unknown): [string, JsonSchema][] =>
  isObject(schema) && isObject(schema.properties) ? (Object.entries(schema.properties) as [string, JsonSchema][]) : []

const requiredIn = (schema: JsonSchema = {}): unknown[] => (Array.isArray(schema.required) ? schema.required : [])

/** Lists the fields of a kind of record, each with its type, whether it is required, and its description. */
function fieldsTable({ components: { schemas } }: OpenApi, name: string): string {
  const draft = new Map(propertiesOf(schemas[`${name}Draft`]))
  const required = requiredIn(schemas[`${name}Draft`])
  const rows = [...new Map([...propertiesOf(schemas[name]), ...draft])].map(([field, schema]) => {
    const sent = required.includes(field) ? 'Required.' : draft.has(field) ? '' : 'Read only.'
    return `<tr><td><code>${field}</code><td>${said(typeOf(schema))}<td>${sent} ${said(schema.description)}`
  })
  return rows.length ? `<table>${rows.join('')}</table>` : ''
}

/** The names of what an operation takes in its address and its body. */
function taken({ components }: OpenApi, { parameters = [], requestBody }: Operation): string {
  const named = parameters.map((one) => components.parameters[nameIn(one)] ?? one)
  const body = requestBody?.$ref ? components.requestBodies[nameIn(requestBody)] : requestBody
  const [media] = isObject(body) && isObject(body.content) ? Object.values(body.content) : []
  const schema = isObject(media) && isObject(media.schema) ? media.schema : undefined
  const fields = schema?.$ref ? [nameIn(schema)] : propertiesOf(schema).map(([name]) => name)
  const all = [...named.map(({ name }) => String(name)), ...fields]
  return all.length ? ` Takes ${said(all.join(', '))}.` : ''
}

const operationItem = (api: OpenApi, { method, path, operation }: Row) =>
  `<li id="${operation.operationId}"><b>${method.toUpperCase()}</b> <code>${path}</code><br>${said(operation.summary)}. ${said(operation.description)}${taken(api, operation)}`

const SAMPLES: Readonly<Record<string, unknown>> = { integer: 1, number: 1, boolean: true, array: [], object: {} }

/** A value that a field could have. */
const sampleOf = (schema: JsonSchema): unknown =>
  Array.isArray(schema.enum) ? schema.enum[0] : (SAMPLES[String([schema.type].flat()[0])] ?? '…')

/** How one lists and makes records of a kind, on a command line. */
function example({ components: { schemas } }: OpenApi, url: string, rows: readonly Row[], name: string): string {
  const curl = (method: string, end: RegExp, rest: string) => {
    const row = rows.find((one) => one.method === method && end.test(one.operation.operationId))
    const address = row && url + row.path.replace(/\{\w+\}/g, '1')
    return address ? [`curl -H 'Authorization: Bearer 4|plb_…' '${address}${rest}`] : []
  }
  const required = requiredIn(schemas[`${name}Draft`])
  const sent = propertiesOf(schemas[`${name}Draft`]).filter(([field]) => required.includes(field))
  const data = JSON.stringify(Object.fromEntries(sent.map(([field, schema]) => [field, sampleOf(schema)])))
  const lines = [
    ...curl('get', /\.index$/, "?page=1'"),
    ...curl('post', /\.store$/, `' \\\n  -H 'Content-Type: application/json' -d '${data}'`),
  ]
  return lines.length ? `<pre>${said(lines.join('\n'))}</pre>` : ''
}

/** The description of the API for people: one page without scripts, a section for each kind of record. */
export async function writeDocs(api: OpenApi, url: string, schemaOf: ReadonlyMap<string, string>) {
  const byTag = Map.groupBy(rowsOf(api), ({ operation }) => operation.tags[0] ?? '')
  const sections: string[] = []
  for (const [tag, rows] of byTag) {
    const name = schemaOf.get(tag) ?? ''
    const items = rows.map((row) => operationItem(api, row)).join('')
    const head = `${said(tag)} <small>${name}</small>`
    sections.push(
      `<details><summary>${head}</summary>${fieldsTable(api, name)}${example(api, url, rows, name)}<ul>${items}</ul></details>`,
    )
    await turn()
  }
  return raw(`${style}${startOf(said(url))}${sections.join('')}`)
}
