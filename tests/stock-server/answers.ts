import type { Row } from './company.ts'
import { writePage, type Dialect } from './dialect.ts'

/** What the application adds to a row when it answers: names, and the records that belong to it. */
export function present(kind: string, row: Row, tables: Readonly<Record<string, Row[]>>, single: boolean): Row {
  const find = (table: string, id: unknown) => tables[table]?.find((one) => one.id === Number(id))
  const nameOf = (table: string, id: unknown) => find(table, id)?.name ?? null
  const below = (table: string, field: string) => (tables[table] ?? []).filter((one) => Number(one[field]) === row.id)
  const { password: _, password_confirmation: __, ...shown } = row
  switch (kind) {
    case 'users':
      return {
        ...shown,
        customer_name: nameOf('customers', row.customer_id),
        contact_type_name: nameOf('contact_types', row.contact_type_id),
      }
    case 'projects': {
      const codes = below('cost_codes', 'project_id')
      return {
        ...shown,
        customer: find('customers', row.customer_id) ?? null,
        customer_name: nameOf('customers', row.customer_id),
        ...(single && {
          open_rfis: below('rfis', 'project_id').filter((rfi) => !rfi.resolved_at).length,
          recent_daily_logs: [],
          images: [],
          drawings: [],
          cost_codes: codes,
          cost_code_categories: [
            ...new Map(
              codes
                .filter((code) => code.cost_code_category_id)
                .map((code) => [
                  code.cost_code_category_id,
                  { id: code.cost_code_category_id, number: code.category_number, name: code.category_name },
                ]),
            ).values(),
          ],
        }),
      }
    }
    case 'time_entries': {
      const project = find('projects', row.project_id)
      const code = find('cost_codes', row.cost_code_id)
      return {
        ...shown,
        user_name: nameOf('users', row.user_id),
        project: project ? { id: project.id, name: project.name, number: project.number } : null,
        cost_code: code ?? null,
      }
    }
    case 'rfis': {
      const project = find('projects', row.project_id)
      return {
        ...shown,
        user_name: nameOf('users', row.user_id),
        assigned_name: nameOf('users', row.assigned_id),
        sent_name: nameOf('users', row.sent_id),
        resolved_name: nameOf('users', row.resolved_id),
        project: project ? { id: project.id, name: project.name, number: project.number } : null,
        messages: below('messages', 'messageable_id').map((one) => present('messages', one, tables, false)),
      }
    }
    case 'messages': {
      const user = find('users', row.user_id)
      return { ...shown, user_name: user?.name ?? null, user: user ? { id: user.id, name: user.name } : null }
    }
    default:
      return shown
  }
}

/** Laravel's page of a list. */
export function paginate(
  list: readonly object[],
  query: URLSearchParams,
  { path, dialect }: { path: string; dialect: Dialect },
): object {
  const size = Number(query.get('per_page') ?? 15)
  const page = Math.max(1, Number(query.get('page') ?? 1))
  const last = Math.max(1, Math.ceil(list.length / size))
  const about = {
    current_page: page,
    from: (page - 1) * size + 1,
    last_page: last,
    path,
    per_page: size,
    to: Math.min(list.length, page * size),
    total: list.length,
  }
  return writePage(list.slice((page - 1) * size, page * size), about, dialect)
}

/** The rows that a list asks for: by fields, by the state of what can be archived, by text, in an order. */
export function select(kind: string, rows: readonly Row[], query: URLSearchParams): Row[] {
  const search = query.get('search')?.toLowerCase()
  const status = query.get('status') ?? 'active'
  const fields = new Set(rows.flatMap((row) => Object.keys(row)))
  const wanted = [...new Set([...query.keys()].map((key) => key.replace('[]', '')))].filter((key) => fields.has(key))
  const column = query.get('sort_column') ?? 'id'
  const sign = query.get('sort_direction') === 'desc' ? -1 : 1
  return rows
    .filter((row) => kind !== 'projects' || status === 'all' || (status === 'archived') === Boolean(row.archived_at))
    .filter(
      (row) => !search || `${row.name ?? ''} ${row.number ?? ''} ${row.title ?? ''}`.toLowerCase().includes(search),
    )
    .filter((row) =>
      wanted.every((key) => [...query.getAll(key), ...query.getAll(`${key}[]`)].includes(String(row[key] ?? ''))),
    )
    .toSorted((a, b) => sign * String(a[column] ?? '').localeCompare(String(b[column] ?? ''), 'en', { numeric: true }))
}

type Errors = Record<string, string[]>

/** What is wrong with a record that shall be saved. */
export function validate(
  kind: string,
  body: Readonly<Record<string, unknown>>,
  rows: readonly Row[],
  id?: number,
): Errors {
  const errors: Errors = {}
  const need = (field: string, label: string) => {
    if (body[field] === undefined || body[field] === null || body[field] === '')
      errors[field] = [`The ${label} field is required.`]
  }
  if (kind === 'projects') {
    need('name', 'name')
    need('customer_id', 'customer')
    need('number', 'number')
    if (rows.some((row) => row.id !== id && String(row.number) === String(body.number)))
      errors.number = ['The number has already been taken.']
  }
  if (kind === 'customers') {
    need('name', 'name')
    if (body.email && !String(body.email).includes('@')) errors.email = ['The email must be a valid email address.']
  }
  if (kind === 'users') {
    need('name', 'name')
    if (body.password && body.password !== body.password_confirmation)
      errors.password = ['The password confirmation does not match.']
  }
  if (kind === 'rfis') need('title', 'title')
  if (kind === 'messages') need('content', 'content')
  return errors
}
