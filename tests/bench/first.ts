import { chromium, type Browser, type BrowserContext, type Page } from '@playwright/test'
import { temporaryFolder } from '../contract/server.ts'
import { signIn } from '../contract/stock-axios.ts'
import { args, executablePath } from '../browser.ts'
import { startBuilt } from './sides.ts'
import { figure, median, printMiss, printTable } from './table.ts'

const TURNS = 5
const PEOPLE = 3000
/** Of a list with so many people, in milliseconds: on the first visit, and with what the device keeps. */
const GOALS = { first: 3000, again: 1500 }
/** A phone on slow 4G, as Lighthouse has it: bytes per second, milliseconds, and how many times slower. */
const NETWORK = { offline: false, latency: 150, downloadThroughput: 1_638_400 / 8, uploadThroughput: 675_000 / 8 }
const SLOWDOWN = 4

interface Visit {
  /** Milliseconds from the navigation. */
  lcp: number
  shown: number
  /** Until then. */
  scripts: number
  kilobytes: number
  blocked: number
}

/** Opens a page on a slow phone; `shownAt` runs in it: when what is waited for is on screen, false before. */
async function visit(context: BrowserContext, path: string, shownAt: () => number | false): Promise<Visit> {
  const page = await context.newPage()
  const devtools = await context.newCDPSession(page)
  await devtools.send('Network.enable')
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWDOWN })
  let [scripts, bytes, over] = [0, 0, false]
  const types = new Map<string, string>()
  devtools.on('Network.responseReceived', ({ requestId, type }) => void types.set(requestId, type))
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength }) => {
    if (over) return
    bytes += encodedDataLength
    if (types.get(requestId) === 'Script') scripts += 1
  })
  await page.addInitScript(() => {
    Object.assign(globalThis, { lcp: 0, blocked: 0 })
    new PerformanceObserver((list) => Reflect.set(globalThis, 'lcp', list.getEntries().at(-1)?.startTime)).observe({
      type: 'largest-contentful-paint',
      buffered: true,
    })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries())
        Reflect.set(globalThis, 'blocked', Reflect.get(globalThis, 'blocked') + duration - 50)
    }).observe({ type: 'longtask', buffered: true })
  })
  await page.goto(path, { waitUntil: 'commit' })
  const found = await page.waitForFunction(shownAt, undefined, { polling: 'raf', timeout: 60_000 })
  const shown = Number(await found.jsonValue())
  over = true
  await page.waitForTimeout(500)
  const [lcp, blocked] = await page.evaluate(() => [
    Number(Reflect.get(globalThis, 'lcp')),
    Number(Reflect.get(globalThis, 'blocked')),
  ])
  await closed(page)
  return { lcp: lcp ?? Number.NaN, shown, scripts, kilobytes: bytes / 1000, blocked: blocked ?? Number.NaN }
}
/** Lets what is written behind be written. */
async function closed(page: Page) {
  await page.waitForTimeout(1500)
  await page.close()
}

const loginUsable = () =>
  document.getElementById('welcome') === null &&
  [...document.querySelectorAll('main button')].some(({ textContent }) => textContent === 'Login') &&
  performance.now()
const peopleShown = () => document.querySelectorAll('main [role=listitem]').length > 5 && performance.now()

const phone = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, hasTouch: true, isMobile: true }

/** The first screen of signed-out people and a list of many people, on a slow phone, on the first visit and again. */
export async function benchFirst(): Promise<void> {
  const server = await startBuilt({ dataDir: temporaryFolder() })
  const browser: Browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
  try {
    const baseURL = `http://localhost:${server.port}`
    const admin = await signIn(server.url, 'admin@plumbline.test')
    for (let from = 0; from < PEOPLE; from += 500) {
      const data = Array.from({ length: 500 }, (_, at) => {
        const n = from + at
        return { name: `Person ${n}`, email: `person${n}@crowd.example`, role: 'employee', phone_number: '15095550100' }
      })
      const { status } = await admin.http.post('/api/users/store_many', { data })
      if (status >= 300) throw new Error(`The people could not be added: ${status}`)
    }
    const cookies = [...admin.cookies].map(([name, value]) => ({ name, value, url: baseURL }))
    const visits = { welcome: [] as Visit[], first: [] as Visit[], again: [] as Visit[] }
    for (let turn = 0; turn < TURNS; turn++) {
      const visitor = await browser.newContext({ baseURL, ...phone, serviceWorkers: 'block' })
      visits.welcome.push(await visit(visitor, '/', loginUsable))
      await visitor.close()
      const context = await browser.newContext({ baseURL, ...phone, serviceWorkers: 'allow' })
      await context.addCookies(cookies)
      visits.first.push(await visit(context, '/users', peopleShown))
      await cacheAll(context)
      visits.again.push(await visit(context, '/users', peopleShown))
      await context.close()
    }
    const middle = (of: readonly Visit[], name: keyof Visit) => figure(median(of.map((one) => one[name])))
    const row = (name: string, of: readonly Visit[], goal: number | null) => [
      name,
      middle(of, 'scripts'),
      middle(of, 'kilobytes'),
      middle(of, 'lcp'),
      middle(of, 'shown'),
      goal === null ? '' : figure(goal),
      middle(of, 'blocked'),
    ]
    printTable(
      `First load on a phone: slow 4G (150 ms, 1.6 Mbit/s), ${SLOWDOWN}× slowdown, median of ${TURNS}`,
      ['', 'scripts', 'kB', 'LCP ms', 'shown ms', 'goal', 'blocked ms'],
      [
        row('welcome page, Login usable', visits.welcome, null),
        row(`${PEOPLE.toLocaleString('en-US')} people, first visit`, visits.first, GOALS.first),
        row(`${PEOPLE.toLocaleString('en-US')} people, again`, visits.again, GOALS.again),
      ],
    )
    for (const name of ['first', 'again'] as const) {
      const of = (what: keyof Visit) => median(visits[name].map((one) => one[what]))
      const line = (1000 * 1000 * of('kilobytes')) / NETWORK.downloadThroughput
      if (of('shown') > GOALS[name])
        printMiss(
          `${name === 'first' ? 'on the first visit' : 'again'} the list is shown after ${figure(of('shown'))} ms instead of ${GOALS[name]}`,
          `the line is busy for ${figure(line)} ms, and long tasks take ${figure(of('blocked'))} beyond their first 50 each`,
        )
    }
  } finally {
    await browser.close()
    await server.stop()
  }
}

/** Lets the service worker keep the app, on a fast line. */
async function cacheAll(context: BrowserContext) {
  const page = await context.newPage()
  await page.goto('/users')
  // Its cache is complete when it is ready; this page may have been opened too early for it.
  await page.evaluate(async () => void (await navigator.serviceWorker.ready))
  await closed(page)
}
