import fc from 'fast-check'
import type { Entity } from '#core/entity/entity.ts'
import { BASE, type Client } from '../harness.ts'
import { jpeg } from '../files.ts'
import { filled, marksIn, type Endpoint, type Truth } from './endpoints.ts'
import { hostileText, hostileValue } from './hostile-text.ts'

/** A request as data, so that a failing one can be printed and repeated. */
export interface Asked {
  method: string
  path: string
  query: [string, string][]
  headers: Record<string, string>
  /** Raw text, a form with files, or nothing. */
  body: string | { parts: [string, string][] } | undefined
}

/** Parameter names that actions, queries and the server's own pages use. */
const words =
  'email password password_confirmation token socket_id channel_name data reason exception name starts_on ends_on mapping_id day from to project_id id updated_at constructor toString valueOf toJSON then length hasOwnProperty __proto__ __defineGetter__'.split(
    ' ',
  )
const lists = ['search', 'page', 'per_page', 'sort_column', 'sort_direction', 'status', 'dry_run', 'download']

const namesOf = (entity: Entity | undefined): string[] => [
  ...Object.keys(entity?.fields ?? {}),
  ...Object.keys(entity?.computed ?? {}),
  ...Object.keys(entity?.filters ?? {}),
  ...words,
]
const header = fc.oneof(fc.constantFrom('x'.repeat(300), 'ä', "'", '1.1', ''), fc.string()).map((text) =>
  // Clients cannot send other characters in headers.
  text.replace(/[^\x20-\xff]/g, '').trim(),
)

/** Valid values in wrong shapes. */
const odd = [
  (value: unknown) => [value],
  (value: unknown) => [[value]],
  (value: unknown) => ({ 0: value, length: 1 }),
  (value: unknown) => ({ toString: value, valueOf: value }),
  (value: unknown) => `0${String(value)}`,
  (value: unknown) => ` ${String(value)} `,
]

const otherMethod = fc.constantFrom('PUT', 'PATCH', 'DELETE', 'POST', 'OPTIONS', 'HEAD', 'PROPFIND')

type Records = ReadonlyMap<string, readonly Truth[]>

/**
 * Random requests to an endpoint, from nearly valid to nonsense, with ids of `all` existing records, and bodies that are
 * modified records the sender `knows`.
 */
export function requestsTo({ method, path, entity }: Endpoint, all: Records, knows = all): fc.Arbitrary<Asked> {
  const names = namesOf(entity)
  const any = [...all.values()].flat()
  const those = (entity && all.get(entity.name)) ?? []
  const known = (entity && knows.get(entity.name)) ?? []
  const id = fc.oneof(
    { weight: 4, arbitrary: fc.constantFrom(...(those.length ? those : any)).map((one) => String(one.id)) },
    { weight: 2, arbitrary: fc.constantFrom(...any).map((one) => String(one.id)) },
    { weight: 1, arbitrary: fc.constantFrom('0', '999999', '9007199254740993', '0001', '1'.repeat(400)) },
  )
  const name = fc.constantFrom(...names)
  const draft = fc
    .tuple(
      known.length ? fc.constantFrom({}, ...known) : fc.constant({}),
      fc.oneof(
        fc.constant({}),
        fc.dictionary(name, hostileValue, { maxKeys: 1 }),
        fc.dictionary(name, hostileValue, { maxKeys: 5 }),
      ),
      fc.nat(),
      fc.constantFrom<(value: unknown) => unknown>(...odd),
    )
    .map(([record, wrong, at, shape]) => ({
      ...Object.fromEntries(
        Object.entries(record).map(([key, value]) => [
          key,
          at % 16 === [...key].length
            ? shape(value)
            : typeof value === 'string' && /name|number|title/.test(key)
              ? `${value} ${at}`
              : value,
        ]),
      ),
      ...wrong,
    }))
  const json = (
    path.endsWith('/store_many')
      ? fc.oneof(fc.array(draft, { maxLength: 3 }), hostileValue).map((data) => ({ data }))
      : draft
  ).map((body) => JSON.stringify(body))
  const body = fc.oneof(
    { weight: 6, arbitrary: json },
    { weight: 1, arbitrary: fc.oneof(hostileText, fc.json()) },
    { weight: 1, arbitrary: fc.constant(undefined) },
    {
      weight: entity?.name === 'attachment' ? 6 : 1,
      arbitrary: fc
        .tuple(
          fc.constantFrom<[string, string][]>(
            [],
            [['file', 'site']],
            [
              ['file', 'site'],
              ['preview', 'site'],
            ],
          ),
          fc.array(fc.tuple(fc.oneof(fc.constantFrom('file', '__proto__', ...names), hostileText), hostileText), {
            maxLength: 3,
          }),
        )
        .map(([files, more]) => ({ parts: [...files, ...more] })),
    },
  )
  const type = fc.oneof(
    { weight: 8, arbitrary: fc.constant('application/json') },
    {
      weight: 1,
      arbitrary: fc.constantFrom(
        'application/x-www-form-urlencoded',
        'text/plain',
        'multipart/form-data; boundary=x',
        '',
      ),
    },
  )
  const key = fc
    .constantFrom(...names, ...lists)
    .chain((one) => fc.constantFrom(one, `${one}[]`, `filters[${one}]`, `${one}[0][x]`))
  return fc
    .record({
      method:
        method === 'ALL'
          ? otherMethod
          : fc.oneof({ weight: 19, arbitrary: fc.constant(method) }, { weight: 1, arbitrary: otherMethod }),
      marks: fc.record(Object.fromEntries(marksIn(path).map((mark) => [mark, id]))),
      query: fc.array(
        fc.tuple(
          key,
          fc.oneof(hostileText, id).filter((one) => one.isWellFormed() && one.length < 5000),
        ),
        { maxLength: 3 },
      ),
      type,
      headers: fc.dictionary(
        fc.constantFrom(
          'idempotency-key',
          'x-socket-id',
          'origin',
          'accept',
          'x-forwarded-for',
          'range',
          'if-none-match',
        ),
        header,
        { maxKeys: 2 },
      ),
      body,
    })
    .map(({ method, marks, query, type, headers, body }) => ({
      method,
      path: filled(path, marks),
      query,
      headers: {
        accept: 'application/json',
        ...(typeof body === 'string' && type && { 'content-type': type }),
        ...headers,
      },
      body: /GET|HEAD|OPTIONS/.test(method) ? undefined : body,
    }))
}

const pictures = /^(file|preview)$/

/** Sends a request as `client`, with its token, and returns the response. */
export async function ask(client: Client, { method, path, query, headers, body }: Asked) {
  const form = new FormData()
  if (typeof body === 'object')
    for (const [name, content] of body.parts) {
      if (pictures.test(name))
        form.append(name, new File([content.length % 2 ? content : jpeg()], content.slice(0, 100)))
      else form.append(name, content)
    }
  const search = query.length ? `?${new URLSearchParams(query)}` : ''
  const response = await client.fetch(`${BASE}${path}${search}`, {
    method,
    headers: { ...headers, 'x-xsrf-token': decodeURIComponent(client.cookies.get('XSRF-TOKEN') ?? '') },
    ...(body !== undefined && { body: typeof body === 'string' ? body : form }),
  })
  return { status: response.status, headers: response.headers, text: await response.text() }
}
