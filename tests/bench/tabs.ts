import { chromium, type Browser } from '@playwright/test'
import { temporaryFolder } from '../contract/server.ts'
import { args, executablePath } from '../browser.ts'
import { percentile } from './load.ts'
import { startBuilt } from './sides.ts'
import { figure } from './table.ts'

const SAVES = 200
const EVERY = 50

/** Signs in and opens the list of customers, live. */
async function openTab(browser: Browser, url: string, mailbox: string) {
  const context = await browser.newContext({ baseURL: url, serviceWorkers: 'block', reducedMotion: 'reduce' })
  const page = await context.newPage()
  const joined = new Promise<void>((done) => {
    page.on('websocket', (socket) =>
      socket.on('framereceived', ({ payload }) => {
        const text = String(payload)
        if (text.includes('subscription_succeeded') && text.includes('private-customers.')) done()
      }),
    )
  })
  await page.goto('/welcome')
  await page.evaluate(async (email) => {
    await fetch('/sanctum/csrf-cookie')
    const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '')
    const headers = { 'Content-Type': 'application/json', 'X-XSRF-TOKEN': token }
    const { status } = await fetch('/login', {
      method: 'POST',
      headers,
      body: JSON.stringify({ email, password: 'plumbline' }),
    })
    if (status !== 204) throw new Error(`${email} could not sign in: ${status}`)
  }, `${mailbox}@plumbline.test`)
  await page.goto('/customers')
  await joined
  await page.getByText('Apex General Contractors').waitFor()
  return page
}

/** From a save in one tab to the painted row in another, of the built app on the real server. */
export async function benchTabs(): Promise<void> {
  const server = await startBuilt({ dataDir: temporaryFolder() })
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
  try {
    const url = `http://localhost:${server.port}`
    const [writer, reader] = [await openTab(browser, url, 'admin'), await openTab(browser, url, 'office')]
    await reader.evaluate(() => {
      const painted: Record<string, number> = {}
      Object.assign(globalThis, { painted })
      new MutationObserver(() => {
        const mark = /mark-\d+/.exec(document.querySelector('[role=table]')?.textContent ?? '')?.[0]
        if (!mark || mark in painted) return
        painted[mark] = Number.NaN
        // Events are taken in at the beginning of a frame (core/realtime/frames.ts), and that frame has been painted when
        // the next task runs.
        const { port1, port2 } = new MessageChannel()
        port1.addEventListener('message', () => (painted[mark] = performance.timeOrigin + performance.now()))
        port1.start()
        port2.postMessage(null)
      }).observe(document.body, { subtree: true, childList: true, characterData: true })
    })
    const saved = await writer.evaluate(
      async ([saves, every]) => {
        const token = decodeURIComponent(/XSRF-TOKEN=([^;]+)/.exec(document.cookie)?.[1] ?? '')
        const headers = { 'Content-Type': 'application/json', Accept: 'application/json', 'X-XSRF-TOKEN': token }
        const at: Record<string, number> = {}
        const list: { id: number; name: string }[] = await (await fetch('/api/customers', { headers })).json()
        const apex = list.find(({ name }) => name.startsWith('Apex'))
        for (let n = 0; n < saves; n++) {
          await new Promise((done) => setTimeout(done, every))
          const mark = `mark-${n}`
          at[mark] = performance.timeOrigin + performance.now()
          await fetch(`/api/customers/${apex?.id}`, {
            method: 'PATCH',
            headers,
            body: JSON.stringify({ name: `Apex ${mark}` }),
          })
        }
        return at
      },
      [SAVES, EVERY] as const,
    )
    await reader.waitForTimeout(500)
    const painted = await reader.evaluate(() => (globalThis as unknown as { painted: Record<string, number> }).painted)
    const took = Object.entries(saved).flatMap(([mark, at]) => (painted[mark] ? painted[mark] - at : []))
    const sorted = Float64Array.from(took).sort()
    process.stdout.write(
      `\nFrom a save in one tab to the painted row in another, ${took.length} of ${SAVES}: p50 ${figure(percentile(sorted, 0.5))} ms, p99 ${figure(percentile(sorted, 0.99))} ms\n`,
    )
  } finally {
    await browser.close()
    await server.stop()
  }
}
