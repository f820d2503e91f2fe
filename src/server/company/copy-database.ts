import { sql } from 'kysely'
import { quoted, type Database, type Executor } from '../db/database.ts'
import { columnsIn } from '../db/schema.ts'

/** How many rows one statement reads or writes. */
const AT_ONCE = 200
/** PostgreSQL takes so many parameters at most. */
const MOST_VALUES = 60_000

/** What a table holds, by which two copies are compared. */
export interface Tally {
  readonly rows: number
  /** The sum of its ids; zero for tables without. */
  readonly ids: number
}
export type Tallies = Readonly<Record<string, Tally>>

type Reader = Pick<Database, 'dialect'> & { kysely: Executor }

/** The tables with data of their own, by name; not the search index, which follows from them. */
export async function tablesIn({ dialect, kysely }: Reader): Promise<string[]> {
  const query =
    dialect === 'sqlite'
      ? sql<{
          name: string
        }>`select name from pragma_table_list where schema = 'main' and type = 'table' and substr(name, 1, 7) <> 'sqlite_' order by name`
      : sql<{
          name: string
        }>`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE' order by table_name`
  return (await query.execute(kysely)).rows.map(({ name }) => name)
}

/** Whether there is a company: people who could sign in. */
export async function holdsCompany(database: Database): Promise<boolean> {
  if (!(await tablesIn(database)).includes('users')) return false
  return (await sql`select 1 from users limit 1`.execute(database.kysely)).rows.length > 0
}

/** Counts what each table holds. */
export async function tallyOf(database: Reader): Promise<Tallies> {
  const tallies: Record<string, Tally> = {}
  for (const table of await tablesIn(database)) {
    const hasId = await hasNumbers(database, table)
    const ids = hasId ? sql`coalesce(sum(id), 0)` : sql`0`
    const { rows } = await sql<{
      rows: unknown
      ids: unknown
    }>`select count(*) as rows, ${ids} as ids from ${sql.table(table)}`.execute(database.kysely)
    tallies[table] = { rows: Number(rows[0]?.rows), ids: Number(rows[0]?.ids) }
  }
  return tallies
}

async function hasNumbers(database: Reader, table: string): Promise<boolean> {
  return /int/.test((await columnsIn(database, table)).get('id') ?? '')
}

/** The tables in which two copies differ, one line for each. */
export function differencesIn(from: Tallies, to: Tallies): string[] {
  return Object.entries(from).flatMap(([table, { rows, ids }]) => {
    const other = to[table]
    if (!other) return rows ? [`${table}: ${rows} rows, and no such table in the copy`] : []
    return other.rows === rows && other.ids === ids
      ? []
      : [`${table}: ${rows} rows (ids ${ids}), ${other.rows} (${other.ids}) in the copy`]
  })
}

/** Converts a value between the engines: PostgreSQL sends text, and SQLite knows neither truth values nor times. */
function convert(value: unknown, from: string, to: string): unknown {
  if (value === null || value === undefined) return null
  if (from === 'boolean' || to === 'boolean') {
    const isTrue = value === 1 || value === true || value === 't' || value === 'true'
    return to === 'boolean' ? isTrue : Number(isTrue)
  }
  if (from.startsWith('timestamp') && to === 'text') return new Date(String(value)).toISOString()
  return /int|real|double/.test(to) && typeof value === 'string' ? Number(value) : value
}

export interface CopyOptions {
  /** Goes on where a copy broke off: rows with ids that are there already stay. */
  resume?: boolean
  /** Told after each table. */
  onTable?: (table: string, rows: number) => void
}

/**
 * Copies all rows of one database into the tables of another, of either engine. The source is read as of one moment. The
 * target must have the tables of this version (`prepareTables`); what is in them is replaced, unless the copy resumes.
 */
export async function copyDatabase(
  from: Database,
  to: Database,
  { resume = false, onTable = () => {} }: CopyOptions = {},
): Promise<Tallies> {
  const targets = new Set(await tablesIn(to))
  const transaction = from.kysely.transaction()
  // SQLite reads as of one moment anyway.
  return (from.dialect === 'postgres' ? transaction.setIsolationLevel('repeatable read') : transaction).execute(
    async (reading) => {
      const source = { dialect: from.dialect, kysely: reading }
      for (const table of await tablesIn(source))
        if (targets.has(table)) onTable(table, await copyTable(source, to, table, resume))
      await copySequences(source, to)
      return tallyOf(source)
    },
  )
}

async function copyTable(from: Reader, to: Database, table: string, resume: boolean): Promise<number> {
  const [given, wanted] = [await columnsIn(from, table), await columnsIn(to, table)]
  const columns = [...given.keys()].filter((name) => wanted.has(name))
  const byId = await hasNumbers(from, table)
  const name = sql.table(table)
  // Without ids there is no telling where a copy broke off.
  if (!resume || !byId) await sql`delete from ${name}`.execute(to.kysely)
  let last = byId && resume ? await greatestId(to, table) : 0
  let offset = 0
  let count = 0
  const names = sql.join(columns.map((column) => sql.ref(column)))
  const size = Math.max(1, Math.min(AT_ONCE, Math.floor(MOST_VALUES / columns.length)))
  for (;;) {
    const rest = byId
      ? sql`where id > ${last} order by id limit ${size}`
      : sql`order by ${names} limit ${size} offset ${offset}`
    const { rows } = await sql<Record<string, unknown>>`select ${names} from ${name} ${rest}`.execute(from.kysely)
    if (!rows.length) return count
    const values = rows.map((row) => {
      const cells = columns.map((column) => convert(row[column], given.get(column) ?? '', wanted.get(column) ?? ''))
      return sql`(${sql.join(cells)})`
    })
    await sql`insert into ${name} (${names}) values ${sql.join(values)}`.execute(to.kysely)
    count += rows.length
    offset += rows.length
    if (byId) last = Number(rows.at(-1)?.id)
  }
}

async function greatestId({ kysely }: Reader, table: string): Promise<number> {
  const { rows } = await sql<{ id: unknown }>`select coalesce(max(id), 0) as id from ${sql.table(table)}`.execute(
    kysely,
  )
  return Number(rows[0]?.id)
}

/** Lets new rows begin after the last id that was ever given, even if its row is gone. */
async function copySequences(from: Reader, to: Database): Promise<void> {
  for (const table of await tablesIn(to)) {
    if (!(await hasNumbers(to, table))) continue
    const last = Math.max(await lastGiven(from, table), await greatestId(to, table))
    if (!last) continue
    if (to.dialect === 'postgres') {
      const sequence = sql`pg_get_serial_sequence(${quoted(table)}, 'id')`
      await sql`select setval(${sequence}, ${last}) where ${sequence} is not null`.execute(to.kysely)
    } else {
      await sql`delete from sqlite_sequence where name = ${table}`.execute(to.kysely)
      await sql`insert into sqlite_sequence (name, seq) values (${table}, ${last})`.execute(to.kysely)
    }
  }
}

async function lastGiven({ dialect, kysely }: Reader, table: string): Promise<number> {
  const query =
    dialect === 'sqlite'
      ? sql<{ last: unknown }>`select seq as last from sqlite_sequence where name = ${table}`
      : sql<{
          last: unknown
        }>`select last_value as last from pg_sequences where schemaname = current_schema() and (quote_ident(schemaname) || '.' || quote_ident(sequencename)) = pg_get_serial_sequence(${quoted(table)}, 'id')`
  const { rows } = await query.execute(kysely)
  return Number(rows[0]?.last ?? 0)
}
