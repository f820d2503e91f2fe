/**
 * A large company as data, not as copies of one record: 260 people, 174 jobs, one of them very large, and as many records of
 * each kind as asked for, spread over all jobs, people and days. Each is a variant of a record of the sample company.
 */
import type { Entity } from '../../src/core/entity/entity.ts'
import type { Fields } from '../../src/core/entity/field.ts'
import type { Dialect } from '#server/db/database.ts'
import { storedFields } from '#server/db/tables.ts'

export type Run = (statement: string) => Promise<Record<string, unknown>[]>

const PEOPLE = 260
const JOBS = 174
/** The first job of the sample company, which is the large one, and how much of a kind it has. */
const LARGE = 1
const ofLarge: Readonly<Record<string, number>> = {
  rfis: 1501,
  punch_items: 2001,
  documents: 4905,
  drawing_sheets: 600,
}
const WEEKS = 110
/** Weeks of the sample company, before which those of the large one lie. */
const OWN_WEEKS = 12

/** What grows, records after those that they name; at most so many of them, or so many times as many as of others. */
const grown: readonly { table: string; most?: number; times?: number }[] = [
  { table: 'customers' },
  { table: 'users', most: PEOPLE },
  { table: 'projects', most: JOBS },
  { table: 'cost_codes', most: JOBS * 7 },
  { table: 'rfis' },
  { table: 'punch_items' },
  { table: 'tasks' },
  { table: 'extra_work' },
  { table: 'documents' },
  { table: 'drawing_sheets', most: 10_000 },
  { table: 'timecards', most: PEOPLE * WEEKS },
  { table: 'time_entries', times: 2 },
  { table: 'schedule_events' },
  { table: 'messages' },
  { table: 'attachments' },
  { table: 'notifications' },
  { table: 'follows' },
]

/** SQL of one engine. */
const dialects = {
  sqlite: {
    numbers: (count: number) =>
      `with recursive numbers(n) as (select 0 union all select n + 1 from numbers where n < ${count - 1})`,
    daysBefore: (column: string, days: string) => `date(${column}, '-' || (${days}) || ' days')`,
    hoursBefore: (column: string, hours: string) =>
      `strftime('%Y-%m-%dT%H:%M:%fZ', ${column}, '-' || (${hours}) || ' hours')`,
    weekStart: (week: string, first: string) => `date('${first}', '-' || (7 * (${week})) || ' days')`,
    integer: (text: string) => text,
  },
  postgres: {
    numbers: (count: number) => `with numbers as (select generate_series(0, ${count - 1}) as n)`,
    daysBefore: (column: string, days: string) => `${column} - (${days})::int`,
    hoursBefore: (column: string, hours: string) => `${column} - (${hours}) * interval '1 hour'`,
    weekStart: (week: string, first: string) => `date '${first}' - (7 * (${week}))::int`,
    integer: (text: string) => `(${text})::int`,
  },
} satisfies Record<Dialect, unknown>

export interface Grower {
  readonly run: Run
  readonly dialect: Dialect
  readonly columnsOf: (table: string) => Promise<readonly string[]>
  readonly entityOf: (table: string) => Entity
}

/** Grows every kind to so many records, or to the most that a company of this size has. */
export async function growLarge(grower: Grower, size: number): Promise<void> {
  for (const { table, most = size * 2, times = 1 } of grown) await grow(grower, table, Math.min(size * times, most))
  await growLines(grower)
}

async function countOf(run: Run, table: string) {
  const [{ n = 0, last = 0 } = {}] = await run(`select count(*) as n, coalesce(max(id), 0) as last from "${table}"`)
  return { there: Number(n), last: Number(last) }
}

async function grow({ run, dialect, columnsOf, entityOf }: Grower, table: string, size: number): Promise<void> {
  const { there, last } = await countOf(run, table)
  const count = size - there
  if (count <= 0) return
  const sql = dialects[dialect]
  const entity = entityOf(table)
  const fields = new Map(storedFields(entity.fields as Fields))
  const large = ofLarge[table] ?? 0
  const nth = `(n + ${last} + 1)`
  const weekOf = (nth: string) =>
    sql.weekStart(`${OWN_WEEKS} + ${nth}`, sundayOf(new Date().toISOString().slice(0, 10)))
  const columns = (await columnsOf(table)).filter((name) => name !== 'id' && name !== 'default_punch_item_id')
  const listed = columns.map((name) => `"${name}"`).join(', ')
  await run(
    `insert into "${table}" (${listed}) ${sql.numbers(count)},
     those as (select t.*, row_number() over (order by id) - 1 as nth_ from "${table}" t where id <= ${last} and deleted_at is null)
     select ${columns.map((name, at) => valueOf(name, at)).join(', ')}
     from numbers join those on those.nth_ = numbers.n % (select count(*) from those)`,
  )

  function valueOf(name: string, at: number): string {
    const own = `those."${name}"`
    const { kind, facts } = fields.get(name) ?? fields.get(name.replace(/_key$/, '')) ?? {}
    const spread = (most: number) => `1 + (n * 7 + n / ${most} + ${at}) % ${most}`
    if (name === 'created_at' || name === 'updated_at') return sql.hoursBefore(own, `n % 17000`)
    if (name === 'search_key') return `${own} || ' ' || n`
    if (table === 'timecards') {
      if (name === 'user_id') return `1 + n % ${PEOPLE}`
      if (name === 'week_start') return weekOf(`n / ${PEOPLE}`)
    }
    if (table === 'time_entries') {
      if (name === 'user_id') return `1 + (n / 7) % ${PEOPLE}`
      if (name === 'date') return sql.daysBefore(weekOf(`n / 7 / ${PEOPLE}`), `-1 - n % 5`)
      if (name === 'week_id')
        return `(select id from timecards c where c.user_id = 1 + (n / 7) % ${PEOPLE} and c.week_start = ${weekOf(`n / 7 / ${PEOPLE}`)} limit 1)`
      if (name === 'project_id') return spread(JOBS)
    }
    if (facts?.unique && kind !== 'ref' && kind !== 'number')
      return name.endsWith('code') || name.endsWith('code_key') ? 'null' : `${own} || ' ' || ${nth}`
    if (facts?.sequence) return nth
    if (kind === 'text' && (name === entity.sort || /^(name|title)(_key)?$/.test(name))) return `${own} || ' ' || n`
    const target = facts?.ref?.entity
    if (target === 'project' && table !== 'projects')
      return table === 'cost_codes'
        ? `1 + n % ${JOBS}`
        : `case when ${own} is null then null when n < ${large} then ${LARGE} else ${spread(JOBS)} end`
    if (target === 'user' && table !== 'users') return `case when ${own} is null then null else ${spread(PEOPLE)} end`
    if (name.endsWith('able_id')) return `100 + n % (select max(id) - 100 from "${parentOf[table] ?? 'punch_items'}")`
    if (kind === 'date') return sql.daysBefore(own, `n % 760 - 60`)
    if (table === 'cost_codes' && name.startsWith('number')) return `'9' || n`
    return own
  }
}

/** What messages and other attachments are spread over. */
const parentOf: Readonly<Record<string, string>> = {
  messages: 'rfis',
  attachments: 'punch_items',
  follows: 'punch_items',
}

function sundayOf(day: string) {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() - date.getUTCDay())
  return date.toISOString().slice(0, 10)
}

/** Three people whom every RFI is distributed to; all who follow one have read it and its messages, but for a hundredth. */
async function growLines({ run, dialect }: Grower): Promise<void> {
  const [{ last = 0 } = {}] = await run('select max(rfi_id) as last from distributions')
  await run(`insert into distributions (rfi_id, position, user_id)
    ${dialects[dialect].numbers(3)} select id, n, 1 + (id * 5 + n * 31) % ${PEOPLE} from rfis cross join numbers where id > ${Number(last)}`)
  const followers = `(select id as rfi_id, user_id from rfis union select id, assigned_id from rfis where assigned_id is not null
    union select rfi_id, user_id from distributions)`
  await run(`insert into views (subject_type, subject_id, position, user_id)
    select 'rfi', rfi_id, 0, user_id from ${followers} f where rfi_id > ${Number(last)} and rfi_id % 100 <> 0`)
  await run(`insert into views (subject_type, subject_id, position, user_id)
    select 'message', m.id, 0, f.user_id from messages m join ${followers} f on f.rfi_id = m.messageable_id
    where m.messageable_type = 'rfis' and m.id > ${Number(last)} and m.id % 100 <> 0`)
}
