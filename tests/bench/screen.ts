import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { chromium, type Page } from '@playwright/test'
import { Hono } from 'hono'
import { build } from 'vite'
import { mountStatic } from '#server/http/static.ts'
import { temporaryFolder } from '../contract/server.ts'
import { createTestWorld, PASSWORD } from '../harness.ts'
import { args, executablePath } from '../browser.ts'
import { percentile } from './load.ts'
import { CUSTOMERS, customer } from './people.ts'
import { figure, median, printMiss, printTable } from './table.ts'

const TURNS = 3
const CHANGES = 1000
/** Heights of a window in which so many rows of 52 pixels are mounted, those just out of sight included. */
const WINDOWS = [
  { rows: 50, height: 2400, goal: 2.2 },
  { rows: 1000, height: 51_800, goal: 1.8 },
]
/** Times the floor's; milliseconds for 100,000 records at once. */
const GOALS = { bulk: 1.5, filter: 1.3, large: 250 }
const PARTS = { ScriptDuration: 'scripts', RecalcStyleDuration: 'styles', LayoutDuration: 'layout' }

/** Compares the real store and list page in Chromium with a minimal hand-written page. */
export async function benchScreen(): Promise<void> {
  const dist = temporaryFolder()
  const root = join(import.meta.dirname, '../..')
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(import.meta.dirname, 'screen'),
    mode: 'test',
    logLevel: 'warn',
    publicDir: false,
    build: { outDir: dist, emptyOutDir: true },
  })
  const world = await createTestWorld()
  const admin = await world.signIn('admin@plumbline.test')
  for (let from = 40; from < CUSTOMERS; from += 500) {
    const data = Array.from({ length: Math.min(500, CUSTOMERS - from) }, (_, at) => customer(from + at))
    await admin.post('/api/customers/store_many', { data })
  }
  const site = new Hono()
  for (const path of ['/api/*', '/sanctum/*', '/login']) site.all(path, (c) => world.app.fetch(c.req.raw))
  mountStatic(site, dist, async () => 'Bench')
  const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((done) => server.once('listening', done))
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`
  const browser = await chromium.launch({
    ...(executablePath && { executablePath }),
    args,
  })

  /** Runs `work` on a new page with all customers in the store. */
  async function withPage<T>(height: number, work: (page: Page) => Promise<T>): Promise<T> {
    const context = await browser.newContext({ viewport: { width: 1440, height }, reducedMotion: 'reduce' })
    const page = await context.newPage()
    page.on('pageerror', (error) => process.stderr.write(`${error.stack}\n`))
    await page.goto(url)
    await page.waitForFunction(() => 'bench' in globalThis)
    await page.evaluate(async (password) => {
      await globalThis.bench.signIn('admin@plumbline.test', password)
      await globalThis.bench.fill()
    }, PASSWORD)
    try {
      return await work(page)
    } finally {
      await context.close()
    }
  }
  let parts = ''
  /** Milliseconds that the page's main thread was busy meanwhile with scripts, style, layout and paint. */
  async function busy(page: Page, work: () => Promise<unknown>): Promise<number> {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Performance.enable')
    const read = async () => {
      const { metrics } = await devtools.send('Performance.getMetrics')
      return new Map(metrics.map(({ name, value }) => [name, 1000 * value]))
    }
    const before = await read()
    await work()
    const after = await read()
    const taken = (name: string) => (after.get(name) ?? Number.NaN) - (before.get(name) ?? Number.NaN)
    parts = Object.entries(PARTS)
      .map(([name, part]) => `${part} ${figure(taken(name))}`)
      .join(', ')
    return taken('TaskDuration')
  }
  const mount = async (page: Page, rows: number) => {
    const mounted = await page.evaluate((wanted) => globalThis.bench.mount(wanted), rows)
    if (mounted < rows) throw new Error(`${mounted} rows are mounted, not ${rows}.`)
    await page.waitForTimeout(500)
    return mounted
  }
  const update = (page: Page) => page.evaluate((count) => globalThis.bench.update(count), CHANGES)

  try {
    const rows: string[][] = []
    const missed: [string, string][] = []
    for (const { rows: wanted, height, goal } of WINDOWS) {
      const turns: { floor: number[]; ours: number[] } = { floor: [], ours: [] }
      let one = { rows: 0, lists: 0 }
      for (let turn = 0; turn < TURNS; turn++) {
        turns.floor.push(
          await withPage(height, async (page) => {
            await mount(page, wanted)
            await page.evaluate(() => globalThis.bench.becomeFloor())
            return busy(page, () => update(page))
          }),
        )
        turns.ours.push(
          await withPage(height, async (page) => {
            await mount(page, wanted)
            one = await page.evaluate(() => globalThis.bench.one())
            return busy(page, () => update(page))
          }),
        )
      }
      const [floor, ours] = [median(turns.floor), median(turns.ours)]
      rows.push([
        `${CHANGES} changes, ${wanted} rows mounted`,
        `${figure(floor)} ms`,
        `${figure(ours)} ms`,
        `${figure(ours / floor)}×`,
        `${one.rows} row, ${one.lists} lists`,
      ])
      if (ours > goal * floor)
        missed.push([
          `with ${wanted} rows ${CHANGES} changes take ${figure(ours / floor)} times the floor's instead of ${goal}`,
          `of the last turn's milliseconds ${parts}`,
        ])
    }
    for (const [name, work, more] of [
      ['10,000 taken in at once', 'bulk', 'a signal for each, and its places in the indexes,'],
      ['10,000 filtered and sorted', 'filter', 'a condition that is read for each record, and the list kept,'],
    ] as const) {
      // Each runs on its own page, since the second one would otherwise profit from warm code.
      const ask = (side: 'floor' | 'ours') =>
        withPage(900, (page) => page.evaluate(([what, whose]) => globalThis.bench[what](whose), [work, side] as const))
      const turns: { floor: number[]; ours: number[] } = { floor: [], ours: [] }
      for (let turn = 0; turn < 7; turn++)
        for (const side of ['floor', 'ours'] as const) turns[side].push(await ask(side))
      const [floor, ours] = [median(turns.floor), median(turns.ours)]
      rows.push([name, `${figure(floor)} ms`, `${figure(ours)} ms`, `${figure(ours / floor)}×`, ''])
      if (ours > GOALS[work] * floor)
        missed.push([
          `${name} takes ${figure(ours / floor)} times the floor's instead of ${GOALS[work]}`,
          `${more} cost ${figure((ours - floor) / 10)} µs a record`,
        ])
    }
    printTable('Store and screen, 10,000 customers', ['', 'floor', 'ours', 'of floor', 'one change renders'], rows)

    const heap = await heapOf(withPage)
    const { all, each } = await withPage(900, (page) => page.evaluate(() => globalThis.bench.large(100_000, 2000)))
    if (all > GOALS.large)
      missed.push([
        `100,000 at once take ${figure(all)} ms instead of ${GOALS.large}`,
        `${figure(all / 100)} µs a record`,
      ])
    for (const [what, why] of missed) printMiss(what, why)
    const sorted = Float64Array.from(each).sort()
    process.stdout.write(
      `\nHeap of the store with 10,000 customers: ${figure(heap)} MB. 100,000 at once: ${figure(all)} ms (goal ${GOALS.large}). One change among them: p50 ${figure(percentile(sorted, 0.5))} ms, p95 ${figure(percentile(sorted, 0.95))} ms.\n`,
    )
  } finally {
    await browser.close()
    server.close()
    await world.close()
  }
}

type WithPage = <T>(height: number, work: (page: Page) => Promise<T>) => Promise<T>
/** The growth of the page's heap in MB when all customers are loaded into the store. */
async function heapOf(withPage: WithPage): Promise<number> {
  return withPage(900, async (page) => {
    const devtools = await page.context().newCDPSession(page)
    const used = async () => {
      await devtools.send('HeapProfiler.collectGarbage')
      return (await devtools.send('Runtime.getHeapUsage')).usedSize / 1024 / 1024
    }
    const full = await used()
    await page.evaluate(() => globalThis.bench.empty())
    return full - (await used())
  })
}
