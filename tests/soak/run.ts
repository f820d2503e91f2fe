/**
 * A working day of 300 people in ten minutes: `npm run soak`, or `npm run soak -- --minutes 3`. Two processes over
 * PostgreSQL serve it behind one address; one of them is killed at noon. It fails when anyone would have seen an error,
 * when anything that was answered is missing in the evening, or when a figure misses its goal.
 */
import pg from 'pg'
import { memoryOf, signInFrom, startBuilt } from '../bench/sides.ts'
import { figure, printTable } from '../bench/table.ts'
import { removeFolders, temporaryFolder, type Started } from '../contract/server.ts'
import { createBalancer } from '../faults/balancer.ts'
import { createRandom } from '../faults/random.ts'
import { freePort, startCluster } from '../postgres.ts'
import { openBrowser, pause, type Browser } from './browser.ts'
import { createDay, type Crew } from './day.ts'
import { createFigures } from './figures.ts'

const FOREMEN = 30
const CREW = 8
const OFFICE = 30
const [FROM, TO] = [6, 16]
/** The hour at which a process is killed, and that at which it is started again. */
const [KILLED, BACK] = [12, 12.4]
/** Browsers that sign in at the same time. */
const AT_ONCE = 4
/** Megabytes that a process may have grown by from the first quiet hour to the evening. */
const GROWTH = 60
/** Milliseconds within which the answer of a save arrives, whose event may be quicker. */
const PATIENCE_OF_ANSWERS = 5000

const asked = process.argv.indexOf('--minutes')
const minutes = asked < 0 ? 10 : Number(process.argv[asked + 1])
if (!(minutes > 0)) throw new Error('--minutes must be a number above 0.')
const hour = (minutes * 60_000) / (TO - FROM)
const say = (line: string) => process.stdout.write(`${line}\n`)

type Answers = { status: number; data: unknown }
const ok = <T>({ status, data }: Answers): T => {
  if (status >= 400) throw new Error(`${status} ${JSON.stringify(data).slice(0, 500)}`)
  return data as T
}

/** Adds the people, and gives them the sample's password: one hash is enough. */
async function addPeople(server: Started, database: string) {
  const { http } = await signInFrom(server.url, 'admin@plumbline.test', 0)
  const person = (role: string, n: number) => ({
    name: `${role} ${n}`,
    email: `${role}${n}@soak.test`,
    role,
    has_access: true,
    track_time: role !== 'office_staff',
    schedulable: role !== 'office_staff',
  })
  const people = [
    ...Array.from({ length: FOREMEN }, (_, n) => person('foreman', n)),
    ...Array.from({ length: FOREMEN * CREW }, (_, n) => person('employee', n)),
    ...Array.from({ length: OFFICE }, (_, n) => person('office_staff', n)),
  ]
  const added = ok<{ id: number; email: string }[]>(await http.post('/api/users/store_many', { data: people }))
  const client = new pg.Client({ connectionString: database })
  await client.connect()
  await client.query(
    `insert into credentials (user_id, password_hash)
     select id, (select password_hash from credentials limit 1) from users where email like '%@soak.test'`,
  )
  await client.end()
  const idOf = (email: string) => added.find((one) => one.email === email)?.id ?? 0
  const projects = ok<{ id: number }[]>(await http.get('/api/projects'))
  const crews: Crew[] = []
  for (let n = 0; n < FOREMEN; n++) {
    const project = projects[n % projects.length]?.id ?? 0
    const members = Array.from({ length: CREW }, (_, at) => idOf(`employee${n * CREW + at}@soak.test`))
    // Who is on the project sees it, and what is on it.
    const team = [idOf(`foreman${n}@soak.test`), ...members]
    const { project_users = [] } = ok<{ project_users?: { user_id: number }[] }>(
      await http.get(`/api/projects/${project}`),
    )
    const ids = new Set([...project_users.map(({ user_id }) => user_id), ...team])
    ok(await http.patch(`/api/projects/${project}`, { project_users: [...ids].map((user_id) => ({ user_id })) }))
    const number = `9${String(n).padStart(3, '0')}`
    const code = ok<{ id: number }>(await http.post(`/api/projects/${project}/cost_codes`, { number, name: 'Soak' }))
    crews.push({ members, project, code: code.id })
  }
  const picture = await http.get('/api/attachments/1/file', { responseType: 'arraybuffer' })
  return { crews, photo: new Uint8Array(picture.data) }
}

const cluster = await startCluster({ durable: true })
const dataDir = temporaryFolder()
const ports = [await freePort(), await freePort()]
const balancer = await createBalancer(ports)
const start = (port: number | undefined) =>
  startBuilt({
    args: ['--api-only', '--production'],
    dataDir,
    env: {
      DATABASE_URL: cluster.url,
      PORT: String(port),
      APP_URL: `http://localhost:${balancer.port}`,
      COMPANY_NAME: 'Soak',
      MAIL: 'folder',
      TRUST_PROXY: '1',
    },
  })
const figures = createFigures()
const browsers: Browser[] = []
const servers: Started[] = []
const problems: string[] = []
try {
  const planting = await startBuilt({ args: ['--api-only'], dataDir, env: { DATABASE_URL: cluster.url } })
  const { crews, photo } = await addPeople(planting, cluster.url)
  await planting.stop()
  for (const port of ports) servers.push(await start(port))

  const emails = [
    ...Array.from({ length: FOREMEN }, (_, n) => `foreman${n}@soak.test`),
    ...Array.from({ length: OFFICE }, (_, n) => `office_staff${n}@soak.test`),
    ...Array.from({ length: FOREMEN * CREW }, (_, n) => `employee${n}@soak.test`),
  ]
  for (let from = 0; from < emails.length; from += AT_ONCE)
    browsers.push(
      ...(await Promise.all(
        emails
          .slice(from, from + AT_ONCE)
          .map((email, at) => openBrowser({ url: balancer.url, email, n: from + at, figures })),
      )),
    )
  say(`${browsers.length} people have signed in; the day takes ${minutes} minutes`)

  const answered = new Map<string, Set<number>>()
  const savedAt = new Map<number, number>()
  const dawn = performance.now()
  const at = (time: number) => pause(Math.max(0, dawn + (time - FROM) * hour - performance.now()))
  const day = createDay({
    today: new Date().toISOString().slice(0, 10),
    random: createRandom('soak'),
    at,
    photo,
    saved(kind, ids) {
      const all = answered.get(kind) ?? new Set()
      answered.set(kind, all)
      for (const id of ids) all.add(id)
      if (kind === 'rfis') for (const id of ids) savedAt.set(id, performance.now())
    },
  })
  const office = browsers.slice(FOREMEN, FOREMEN + OFFICE)
  for (const browser of office)
    browser.onEvent(({ name, record }) => {
      if (!/^private-rfis\S* \S*saved/.test(name)) return
      const now = performance.now()
      // The event may come before the answer.
      void pause(PATIENCE_OF_ANSWERS).then(() => {
        const saved = savedAt.get(record.id ?? 0)
        if (saved !== undefined && now - saved < PATIENCE_OF_ANSWERS) figures.took('live', Math.max(0, now - saved))
      })
    })

  const memory: { at: number; megabytes: number[] }[] = []
  const watching = (async () => {
    for (let time = FROM; time <= TO; time += 0.5) {
      await at(time)
      memory.push({ at: time, megabytes: servers.map((server) => memoryOf(server.process)) })
    }
  })()
  const killing = (async () => {
    await at(KILLED)
    await servers[0]?.stop('SIGKILL')
    await at(BACK)
    servers[0] = await start(ports[0])
  })()
  await Promise.all([
    ...browsers.map((browser, n) => {
      const crew = crews[n]
      if (crew) return day.foreman(browser, crew)
      return n < FOREMEN + OFFICE ? day.office(browser) : day.employee(browser)
    }),
    killing,
    watching,
  ])

  problems.push(...figures.print(), ...figures.errors)
  printTable(
    'Memory in MB',
    ['hour', 'first process', 'second'],
    memory.map((one) => [String(one.at), ...one.megabytes.map(figure)]),
  )
  // The one that ran all day, once everyone had opened the app.
  const grown = (memory.at(-1)?.megabytes[1] ?? 0) - (memory.find((one) => one.at === 7)?.megabytes[1] ?? 0)
  if (!(grown <= GROWTH)) problems.push(`A process grew by ${figure(grown)} MB from seven o’clock to the evening.`)

  const { http } = await signInFrom(balancer.url, 'admin@plumbline.test', 0)
  for (const [kind, ids] of answered) {
    const kept = ok<{ id: number }[]>(
      await http.get(`/api/${kind}${kind === 'attachments' ? '?attachable_type=projects' : ''}`),
    )
    const found = new Set(kept.map(({ id }) => id))
    const lost = [...ids].filter((id) => !found.has(id))
    say(`${ids.size} ${kind} were saved, ${lost.length} of them are missing`)
    if (lost.length) problems.push(`${lost.length} ${kind} are missing: ${lost.slice(0, 10).join(', ')}`)
  }
} finally {
  for (const browser of browsers) browser.close()
  await Promise.all(servers.map((server) => server.stop('SIGKILL')))
  balancer.close()
  await cluster.stop()
  removeFolders()
}
for (const problem of problems.slice(0, 30)) say(`✗ ${problem}`)
process.exitCode = problems.length ? 1 : 0
