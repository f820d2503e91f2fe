import { chromium, type BrowserContext, type Page } from '@playwright/test'
import { addDays, dayIn, startOfWeek } from '#lib/days.ts'
import { temporaryFolder } from '../contract/server.ts'
import { signIn } from '../contract/stock-axios.ts'
import { args, executablePath } from '../browser.ts'
import { startBuilt } from './sides.ts'
import { figure, median, printMiss, printTable } from './table.ts'

const [TURNS, PEOPLE, WEEKS, JOBS, SLOWDOWN] = [3, 250, 8, 20, 4]
/** Milliseconds until the first assignments are painted. */
const GOAL = 1000
const licenses = ['journeyman', 'apprentice', 'laborer']
const confirmed = ['time_off', 'time_off_asked', 'double_booking', 'ratio', 'expired']

type Client = Awaited<ReturnType<typeof signIn>>

/** People who are each on one job a week. */
export async function seed({ http }: Client, first: string) {
  const post = async (path: string, data: readonly object[], more = {}) => {
    const answer = await http.post(`${path}/store_many`, { data, ...more })
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.data)}`)
    return answer.data as { id: number }[]
  }
  const made = await post(
    '/api/users',
    Array.from({ length: PEOPLE }, (_, n) => ({
      name: `Worker ${String(n).padStart(3, '0')}`,
      email: `worker${n}@crew.example`,
      role: 'employee',
      license: licenses[n % licenses.length],
      schedulable: true,
    })),
  )
  const { data } = await http.get('/api/projects?status=active')
  const jobs = (data.data ?? data).slice(0, JOBS) as { id: number }[]
  for (let week = 0; week < WEEKS; week++) {
    const start_date = addDays(first, 7 * week + 1)
    const span = { kind: 'assignment', start_date, end_date: addDays(start_date, 4), hours_per_day: 8 }
    await post(
      '/api/schedule_events',
      made.map(({ id: user_id }, n) => ({ ...span, user_id, project_id: jobs[(n + week) % jobs.length]?.id })),
      { confirmed },
    )
  }
  await http.post('/api/schedule_events/publish', {})
}

const painted = () =>
  new Promise<number>((done) => {
    const look = () =>
      document.querySelector('[role=grid] [data-event]')
        ? requestAnimationFrame(() => done(performance.now()))
        : requestAnimationFrame(look)
    look()
  })

/** A page of the context on a slow machine; `bytes` is what its answers of the schedule came to since it was read last. */
async function slowPage(context: BrowserContext) {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  await devtools.send('Performance.enable', { timeDomain: 'threadTicks' })
  let sum = 0
  page.on('response', (response) => {
    if (!response.url().includes('/api/schedule_events')) return
    void response.body().then(
      (body) => (sum += body.length),
      () => {},
    )
  })
  return {
    page,
    kilobytes: () => sum / 1000,
    /** What the page's main thread has worked, slowed down, which other work of this machine makes no longer. */
    async worked() {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return 1000 * (metrics.find(({ name }) => name === 'TaskDuration')?.value ?? Number.NaN)
    },
  }
}

/** From another view of the schedule to the board. */
async function inApp(page: Page, worked: () => Promise<number>) {
  await page.getByText('Month', { exact: true }).click()
  await page.waitForFunction(() => !document.querySelector('[role=grid] [data-event]'))
  await page.waitForTimeout(3000)
  const before = await worked()
  const begun = await page.evaluate(() => {
    const label = [...document.querySelectorAll('label')].find(({ textContent }) => textContent === 'Crew board')
    const now = performance.now()
    label?.click()
    return now
  })
  return { before, taken: (await page.evaluate(painted)) - begun }
}

/** The crew board of many people over eight weeks on a slow desk: opened cold, again, and from another view. */
export async function benchBoard(): Promise<void> {
  const server = await startBuilt({ dataDir: temporaryFolder() })
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
  const baseURL = `http://localhost:${server.port}`
  try {
    const admin = await signIn(server.url, 'admin@plumbline.test')
    await seed(admin, startOfWeek(dayIn('America/Los_Angeles')))
    const cookies = [...admin.cookies].map(([name, value]) => ({ name, value, url: baseURL }))
    const found: Record<'first' | 'again' | 'inside', number[]> = { first: [], again: [], inside: [] }
    const busy: typeof found = { first: [], again: [], inside: [] }
    let size = 0
    for (let turn = 0; turn < TURNS; turn++) {
      const context = await browser.newContext({ baseURL, viewport: { width: 1440, height: 900 } })
      await context.addCookies(cookies)
      for (const kind of ['first', 'again'] as const) {
        const { page, kilobytes, worked } = await slowPage(context)
        await page.goto(`/schedule?view=board&weeks=${WEEKS}`, { waitUntil: 'commit' })
        found[kind].push(await page.evaluate(painted))
        busy[kind].push(await worked())
        await page.waitForTimeout(4000)
        if (kind === 'first') size = kilobytes()
        else {
          const { before, taken } = await inApp(page, worked)
          found.inside.push(taken)
          busy.inside.push((await worked()) - before)
        }
        await page.close()
      }
      await context.close()
    }
    const names = { first: 'first visit', again: 'again, with what the device keeps', inside: 'from the month' }
    printTable(
      `Crew board, ${PEOPLE} people, ${WEEKS} weeks, ${SLOWDOWN}× slowdown: first rows, ms, median of ${TURNS}`,
      ['', 'ms', 'goal', 'of which main thread'],
      Object.entries(names).map(([kind, name]) => [
        name,
        figure(median(found[kind as 'first'])),
        figure(GOAL),
        figure(median(busy[kind as 'first'])),
      ]),
    )
    process.stdout.write(`\nAnswers of the schedule on the first visit: ${figure(size)} kB.\n`)
    for (const [kind, name] of Object.entries(names)) {
      const taken = median(found[kind as 'first'])
      if (taken > GOAL) printMiss(`${name}: ${figure(taken)} ms instead of ${GOAL}`, `${figure(taken - GOAL)} ms more`)
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}
