import { statSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { backupsIn } from '#server/company/backup-place.ts'
import { removeExpired, retentions } from '#server/db/retention.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { clearTold } from '#server/events/events.ts'
import { loadModules } from '#server/modules.ts'
import { memoryStore } from '#server/files/memory-store.ts'
import { createCatalog } from '#server/resource/catalog.ts'
import { temporaryFolder } from '../contract/server.ts'
import { signIn } from '../contract/stock-axios.ts'
import { createCommands } from '../faults/commands.ts'
import { lists } from './growth.ts'
import { load, requestText } from './load.ts'
import { memoryOf, startBuilt } from './sides.ts'
import { figure, median, printTable } from './table.ts'

const [YEARS, PEOPLE, WORK_DAYS, WEEKS] = [10, 300, 250, 52]
/** Those of the sample company, before anything is added. */
const [USERS, PROJECTS, CODES] = [14, 60, 420]
const JOBS = 200 * YEARS
const DAYS = WORK_DAYS * YEARS
const SECONDS = 0.3
const STARTS = 3
const FIRST = '2016-11-21'

/** A person and a project by the number of a row: twenty are at work at a time, and follow one another over the years. */
const person = `${USERS} + 1 + n % ${PEOPLE}`
const nthJob = (count: number) => `(n * ${JOBS - 20} / ${count + 1} + n % 20)`
const job = (count: number) => `${PROJECTS} + 1 + ${nthJob(count)}`
const day = (perDay: number) => `date('${FIRST}', '+' || (n / ${perDay} * 7 / 5) || ' days')`
const numbered = (column: string) => `"${column}" || ' ' || n`

/**
 * What a company of 300 people writes in ten years, each a copy of a record of the sample company: how many, and what
 * differs, as SQL over the row's number `n`.
 */
const written: readonly { table: string; entity: string; count: number; values: Record<string, string> }[] = [
  ...[{ table: 'users', entity: 'user', count: PEOPLE }].map((one) => ({
    ...one,
    values: {
      name: numbered('name'),
      name_key: numbered('name_key'),
      email: `n || "email"`,
      email_key: `n || "email_key"`,
      employee_code: 'null',
      employee_code_key: 'null',
    },
  })),
  {
    table: 'projects',
    entity: 'project',
    count: JOBS,
    values: { number: `'Y' || n`, number_key: `'y' || n`, archived_at: `iif(n < ${JOBS - 100}, created_at, null)` },
  },
  {
    table: 'cost_codes',
    entity: 'cost_code',
    count: JOBS * 7,
    values: { project_id: `${PROJECTS} + 1 + n / 7`, number: 'n', number_key: 'n' },
  },
  {
    table: 'timecards',
    entity: 'timecard',
    count: PEOPLE * WEEKS * YEARS,
    values: { user_id: person, week_start: `date('${FIRST}', '+' || (n / ${PEOPLE} * 7 - 1) || ' days')` },
  },
  {
    table: 'time_entries',
    entity: 'time_entry',
    count: PEOPLE * 2 * DAYS,
    values: {
      user_id: person,
      date: day(PEOPLE * 2),
      project_id: job(PEOPLE * 2 * DAYS),
      cost_code_id: `${CODES} + 1 + ${nthJob(PEOPLE * 2 * DAYS)} * 7 + n % 7`,
      week_id: `97 + 1 + n / 10`,
    },
  },
  {
    table: 'schedule_events',
    entity: 'schedule_event',
    count: 300_000,
    values: { user_id: person, project_id: job(300_000), start_date: day(120), end_date: day(120) },
  },
  { table: 'daily_logs', entity: 'daily_log', count: 20 * DAYS, values: { project_id: job(20 * DAYS), date: day(20) } },
  {
    table: 'attachments',
    entity: 'attachment',
    count: 300 * DAYS,
    values: {
      project_id: job(300 * DAYS),
      attachable_id: job(300 * DAYS),
      taken_at: `${day(300)} || 'T17:00:00.000Z'`,
    },
  },
  ...[
    { table: 'punch_items', entity: 'punch_item', count: 200_000 },
    { table: 'tasks', entity: 'task', count: 100_000 },
    { table: 'rfis', entity: 'rfi', count: 20_000 },
  ].map((one) => ({
    ...one,
    values: {
      project_id: job(one.count),
      number: 'n',
      title: numbered('title'),
      title_key: numbered('title_key'),
      search_key: numbered('search_key'),
    },
  })),
  { table: 'messages', entity: 'message', count: 100_000, values: { messageable_id: `15 + 1 + n / 5` } },
  {
    table: 'documents',
    entity: 'document',
    count: 100_000,
    values: {
      project_id: job(100_000),
      name: numbered('name'),
      name_key: numbered('name_key'),
      search_key: numbered('search_key'),
    },
  },
]

/** What is kept for a while: answers to 6,000 saves a day for 90 days, and three jobs of each for 30. */
const passing: readonly (readonly [table: string, statement: string])[] = [
  [
    'idempotency_keys',
    `insert into idempotency_keys (user_id, key, request, body_hash, status, body, created_at)
      with recursive rows(n) as (select 0 union all select n + 1 from rows where n < 385000)
      select 2, 'year ' || n, 'POST /api/punch_items', hex(randomblob(32)), 201, hex(zeroblob(350)), datetime('now', '-' || (n / 4280) || ' days') from rows`,
  ],
  [
    'jobs',
    `insert into jobs (kind, lane, payload, key, run_at, attempts, created_at, done_at)
      with recursive rows(n) as (select 0 union all select n + 1 from rows where n < 385000)
      select 'event', 'quick', '{"event":1234567,"subscriber":"notifications task created"}', 'year ' || n, '2026-01-01', 1, '2026-01-01', datetime('now', '-' || (n / 12840) || ' days') from rows`,
  ],
]

/** Copies the first record of a table so often, and notes in the history that each was made and every other one changed. */
function write(db: DatabaseSync, { table, entity, count, values }: (typeof written)[number]): void {
  const columns = db
    .prepare(`pragma table_info("${table}")`)
    .all()
    .flatMap(({ name }) => (name === 'id' ? [] : [String(name)]))
  const [{ last = 0 } = {}] = db.prepare(`select max(id) as last from "${table}"`).all()
  const listed = columns.map((name) => `"${name}"`).join(', ')
  const copied = columns.map((name) => values[name] ?? `"${name}"`).join(', ')
  db.exec(`insert into "${table}" (${listed})
    with recursive rows(n) as (select 0 union all select n + 1 from rows where n < ${count - 1})
    select ${copied} from rows cross join (select * from "${table}" order by id limit 1)`)
  const noted = (action: string, changes: string, which: string) =>
    db.exec(`insert into events (subject_type, subject_id, kind, user_id, action, changes, created_at)
      select '${entity}', id, 'saved', 2, '${action}', '${changes}', created_at from "${table}" where id > ${Number(last)} and ${which}`)
  noted('created', '{}', 'true')
  noted('updated', '{"notes":{"old":null,"new":"Changed after a word with the crew about it"}}', 'id % 2')
}

const MB = 1024 * 1024

/** Ten years of 300 people in the embedded database: what they take, and how long pages, a start and a backup take then. */
export async function benchYears(): Promise<void> {
  const dataDir = temporaryFolder()
  await (await startBuilt({ args: ['--api-only'], dataDir })).stop()
  const path = join(dataDir, 'plumbline.db')
  const db = new DatabaseSync(path)
  db.exec(
    'pragma synchronous = off; pragma journal_mode = off; pragma cache_size = -500000; pragma temp_store = memory',
  )
  for (const one of written) write(db, one)
  for (const [, statement] of passing) db.exec(statement)
  db.exec('analyze')
  const rowsOf = (table: string) => Number(db.prepare(`select count(*) as n from "${table}"`).get()?.n)
  const counted = [...written.map(({ table }) => table), 'events', ...passing.map(([table]) => table)].map(
    (table) => [table, rowsOf(table)] as const,
  )
  const sizes = db
    .prepare(
      `select coalesce(m.tbl_name, s.name) as name, sum(s.pgsize) as bytes from dbstat s left join sqlite_schema m on m.name = s.name group by 1`,
    )
    .all()
  const bytesOf = (table: string) =>
    sizes.reduce(
      (sum, { name, bytes }) => (String(name).replace(/_search.*/, '') === table ? sum + Number(bytes) : sum),
      0,
    )
  printTable(
    `${YEARS} years of ${PEOPLE} people, SQLite: rows, and MB with indexes and search`,
    ['table', 'rows', 'MB'],
    [
      ...counted.map(([table, rows]) => [table, rows.toLocaleString('en-US'), figure(bytesOf(table) / MB)]),
      [
        'all',
        counted.reduce((sum, [, rows]) => sum + rows, 0).toLocaleString('en-US'),
        figure(statSync(path).size / MB),
      ],
    ],
  )
  db.exec('pragma journal_mode = wal')
  db.close()

  const catalog = createCatalog('sqlite', await loadModules())
  const database = openSqlite(dataDir)
  const pruning = performance.now()
  await removeExpired(database, retentions(catalog, catalog.serverModules), new Date(), memoryStore())
  await clearTold(database.kysely, new Date())
  const pruned = performance.now() - pruning
  await database.close()
  const starts: number[] = []
  for (let turn = 0; turn < STARTS; turn++) {
    const began = performance.now()
    const server = await startBuilt({ args: ['--api-only'], dataDir })
    starts.push(performance.now() - began)
    await server.stop()
  }
  const server = await startBuilt({ args: ['--api-only'], dataDir })
  const { cookies } = await signIn(server.url, 'admin@plumbline.test')
  const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  const last = PROJECTS + JOBS
  const pages: [string, string][] = [
    ...lists.map(({ path: at }): [string, string] => [at, `${at}&page=1&per_page=20`]),
    ['photos of a job', `/api/attachments?project_id=${last}&image=1`],
    ['a job', `/api/projects/${last}`],
    ['history of a job', `/api/projects/${last}/history`],
    ['search among punch items', '/api/punch_items?page=1&per_page=20&search=lens 77'],
    ['all people', '/api/users'],
  ]
  const measured: string[][] = []
  for (const [name, at] of pages) {
    const text = requestText('GET', encodeURI(at), { headers })
    const { p50, p99 } = await load({
      url: server.url,
      connections: 1,
      seconds: SECONDS,
      next: () => text,
      status: 200,
    })
    measured.push([name, figure(p50), figure(p99)])
  }
  printTable('Pages after that, in ms', ['page', 'median', 'p99'], measured)
  const memory = memoryOf(server.process)
  const backups = temporaryFolder()
  const { code, output, took } = await createCommands()('backup', { DATA_DIR: dataDir }, [backups])
  if (code !== 0) throw new Error(output)
  const [made = ''] = await backupsIn(backups)
  await server.stop()
  printTable(
    'The server after that',
    ['what', ''],
    [
      ['a start, ms', figure(median(starts))],
      ['what expires in a day removed, ms', figure(pruned)],
      ['memory after the pages, MB', figure(memory)],
      ['a backup beside it, s', figure(took / 1000)],
      ['its database, MB', figure(statSync(join(backups, made, 'plumbline.db')).size / MB)],
    ],
  )
}
