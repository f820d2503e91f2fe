import { id, instant, orNull, type JsonSchema } from './json-schema.ts'

export const string = { type: 'string' }
export const object = (
  properties: Readonly<Record<string, JsonSchema>>,
  required = Object.keys(properties),
): JsonSchema => ({
  type: 'object',
  properties,
  required,
})
export const list = (items: JsonSchema): JsonSchema => ({ type: 'array', items })

const number = { type: 'number' }
const flags = { type: 'object', additionalProperties: { type: 'boolean' } }
const errors = { type: 'object', additionalProperties: list(string) }
const warning = object({ code: string, message: string, answers: list(string), needless: { type: 'boolean' } }, [
  'code',
  'message',
])

/** The schemas that are those of no entity. */
export const ownSchemas: Readonly<Record<string, JsonSchema>> = {
  Error: {
    ...object({ message: string, errors, warnings: list(warning), data: {}, by: string }, ['message']),
    description:
      'Sentences by field; those of lines are named lines.0.field, those of several records data.0.field. Warnings are confirmed by their codes.',
  },
  Confirmed: { ...list(string), description: 'The codes of warnings that are confirmed.' },
  Page: object(
    {
      current_page: number,
      from: orNull(number),
      to: orNull(number),
      last_page: number,
      per_page: number,
      total: number,
      path: string,
      first_page_url: string,
      last_page_url: string,
      next_page_url: orNull(string),
      prev_page_url: orNull(string),
      links: list(object({ url: orNull(string), label: string, active: { type: 'boolean' } })),
      groups: list(object({ value: orNull(string), label: orNull(string), count: number })),
    },
    ['current_page', 'from', 'to', 'last_page', 'per_page', 'total', 'path', 'links'],
  ),
  HistoryEntry: object({
    id,
    user_id: orNull(id),
    action: string,
    changes: { type: 'object', additionalProperties: object({ old: {}, new: {} }, []) },
    created_at: instant,
    change_id: orNull(string),
    undoes: orNull(string),
  }),
  LastChange: object({
    change_id: string,
    user_id: orNull(id),
    verb: string,
    created_at: instant,
    count: number,
    title: orNull(string),
    undoes: orNull(string),
    undone: { type: 'boolean' },
  }),
  Left: object({ entity: string, id, title: string, field: orNull(string), by: orNull(id), why: string }),
  FileLink: object({ url: string, expires_at: instant }),
  CurrentUser: {
    ...object({
      id,
      name: string,
      email: orNull(string),
      role: orNull(string),
      permissions: { type: 'object', additionalProperties: flags },
      customer_id: orNull(id),
      contact_type_id: orNull(id),
    }),
    additionalProperties: true,
  },
  About: { ...object({ version: orNull(string), features: list(string) }), additionalProperties: true },
  Together: object({ status: number, tag: orNull(string), body: {} }),
  Found: object({
    items: list(
      object({
        kind: string,
        id,
        title: string,
        subtitle: string,
        href: orNull(string),
        project_id: orNull(id),
        within: orNull(string),
        state: orNull(string),
      }),
    ),
    counts: { type: 'object', additionalProperties: object({ count: number, more: { type: 'boolean' } }) },
    similar: { type: 'boolean' },
  }),
  Bundle: object({
    as_of: instant,
    record: {},
    lists: list(object({ entity: string, params: { type: 'object' }, data: list({ type: 'object' }), ids: list(id) })),
  }),
}
