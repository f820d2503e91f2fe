import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { serve } from '@hono/node-server'
import { chromium, type Browser, type Page } from '@playwright/test'
import { Hono } from 'hono'
import { build } from 'vite'
import { vectorPdf } from '#modules/drawings/sample/pdf.ts'
import { mountStatic } from '#server/http/static.ts'
import { previewEngine } from '#server/previews/engine.ts'
import { temporaryFolder } from '../contract/server.ts'
import { upload } from '../files.ts'
import { createTestWorld } from '../harness.ts'
import { args, executablePath } from '../browser.ts'
import { largePage } from './large-sheet.ts'
import { memoryOf } from './sides.ts'
import { figure, median, printTable } from './table.ts'

const TURNS = 3
const MARKS = 5000
/** Sheets that are looked at one after the other. */
const MANY = 40
const [SHEETS, OPERATIONS] = [200, 10_000]

/** Times the sheet viewer in Chromium with a large sheet, and the server that reads and publishes a large set. */
export async function benchDrawings(): Promise<void> {
  await benchViewer()
  await benchSet()
}

export async function benchViewer(): Promise<void> {
  const dist = temporaryFolder()
  const root = join(import.meta.dirname, '../..')
  await build({
    configFile: join(root, 'vite.config.ts'),
    root: join(import.meta.dirname, 'drawings'),
    mode: 'test',
    logLevel: 'error',
    publicDir: false,
    build: { outDir: dist, emptyOutDir: true },
  })
  const site = new Hono()
  mountStatic(site, dist, async () => 'Bench')
  const server = serve({ fetch: site.fetch, port: 0, hostname: '127.0.0.1' })
  await new Promise((done) => server.once('listening', done))
  const url = `http://localhost:${(server.address() as AddressInfo).port}/`
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args })

  async function withPage<T>(work: (page: Page) => Promise<T>, slower = 1): Promise<T> {
    const context = await browser.newContext({
      viewport: { width: 1440, height: 900 },
      deviceScaleFactor: slower > 1 ? 2 : 1,
    })
    const page = await context.newPage()
    page.on('pageerror', (error) => process.stderr.write(`${error.stack}\n`))
    await page.goto(url)
    await page.waitForFunction(() => 'drawingsBench' in globalThis)
    if (slower > 1) {
      const devtools = await context.newCDPSession(page)
      await devtools.send('Emulation.setCPUThrottlingRate', { rate: slower })
    }
    try {
      return await work(page)
    } finally {
      await context.close()
    }
  }
  try {
    const found = {
      cold: [] as number[],
      pdfjs: [] as number[],
      again: [] as number[],
      sharp: [] as number[],
      slow: [] as number[],
    }
    const pans: { script: number; worst: number }[] = []
    const zooms: { script: number; worst: number }[] = []
    const memory: number[] = []
    for (let turn = 0; turn < TURNS; turn++) {
      await withPage(async (page) => {
        found.cold.push(await page.evaluate(() => globalThis.drawingsBench.show('cold', 0)))
        // What was drawn is kept meanwhile.
        await page.waitForTimeout(500)
        found.again.push(await page.evaluate(() => globalThis.drawingsBench.reopen('cold')))
        found.sharp.push(await page.evaluate(() => globalThis.drawingsBench.sharp()))
        await page.evaluate((marks) => globalThis.drawingsBench.show('marked', marks), MARKS)
        pans.push(await page.evaluate(() => globalThis.drawingsBench.pan(90)))
        zooms.push(await page.evaluate(() => globalThis.drawingsBench.zoom(60)))
      })
      await withPage(async (page) => {
        found.pdfjs.push(await page.evaluate(() => globalThis.drawingsBench.pdfjs()))
      })
      await withPage(async (page) => {
        const before = await memoryOfPages(browser)
        for (let nth = 0; nth < MANY; nth++)
          await page.evaluate((key) => globalThis.drawingsBench.show(key, 0), `sheet ${nth}`)
        memory.push((await memoryOfPages(browser)) - before)
      })
      await withPage(async (page) => {
        await page.evaluate(() => globalThis.drawingsBench.show('slow', 0))
        found.slow.push(await page.evaluate(() => globalThis.drawingsBench.sharp()))
      }, 4)
    }
    printTable(
      'A sheet of 60,000 operations',
      ['', ''],
      [
        ['cold until drawn at fit', `${figure(median(found.cold))} ms`],
        ['the same with pdf.js', `${figure(median(found.pdfjs))} ms`],
        ['their ratio', `${figure(median(found.cold) / median(found.pdfjs))} ×`],
        ['opened again until seen', `${figure(median(found.again))} ms`],
        ['sharp at 800 %', `${figure(median(found.sharp))} ms`],
        ['sharp at 800 %, DPR 2, 4× slower', `${figure(median(found.slow))} ms`],
        [`pan with ${MARKS} marks, script a frame (p95)`, `${figure(median(pans.map(({ script }) => script)))} ms`],
        ['the same, longest frame', `${figure(median(pans.map(({ worst }) => worst)))} ms`],
        [`zoom with ${MARKS} marks, script a frame (p95)`, `${figure(median(zooms.map(({ script }) => script)))} ms`],
        ['the same, longest frame', `${figure(median(zooms.map(({ worst }) => worst)))} ms`],
        [`memory that ${MANY} sheets leave`, `${figure(median(memory))} MB`],
      ],
    )
  } finally {
    await browser.close()
    server.close()
  }
}

/** Resident memory of the pages' processes in MB. */
async function memoryOfPages(browser: Browser): Promise<number> {
  const session = await browser.newBrowserCDPSession()
  const { processInfo } = await session.send('SystemInfo.getProcessInfo')
  await session.detach()
  const pages = processInfo.filter(({ type }) => type === 'renderer')
  return pages.reduce((sum, { id }) => sum + memoryOf({ pid: id }), 0)
}

async function benchSet(): Promise<void> {
  const world = await createTestWorld({ previews: previewEngine() })
  try {
    const admin = await world.signIn('admin@plumbline.test')
    const pages = Array.from({ length: SHEETS }, (_, at) =>
      largePage(OPERATIONS, `E${1 + Math.floor(at / 99)}.${(at % 99) + 1}`),
    )
    const began = performance.now()
    const file = ['Large set.pdf', vectorPdf(pages)] as [string, Uint8Array<ArrayBuffer>]
    const { data: set } = await upload(admin, '/api/projects/2/drawings', { file })
    const waits: number[] = []
    let over = false
    const others = (async () => {
      while (!over) {
        const asked = performance.now()
        await admin.get('/api/projects/2')
        waits.push(performance.now() - asked)
        await new Promise((done) => setTimeout(done, 20))
      }
    })()
    const reading = world.app.jobs.drain()
    for (;;) {
      const { data } = await admin.get(`/api/drawings/${set.id}`)
      if (data.state !== 'reading') break
      await new Promise((done) => setTimeout(done, 200))
    }
    const read = performance.now() - began
    await admin.post(`/api/drawings/${set.id}/publish`)
    const published = performance.now() - began
    await reading
    const pictured = performance.now() - began
    over = true
    await others
    const p99 = waits.toSorted((a, b) => a - b)[Math.floor(waits.length * 0.99)] ?? 0
    printTable(
      `${SHEETS} sheets of ${OPERATIONS.toLocaleString('en-US')} operations`,
      ['', ''],
      [
        ['read and split', `${figure(read / 1000)} s`],
        ['published', `${figure(published / 1000)} s`],
        ['with all pictures', `${figure(pictured / 1000)} s`],
        ['another request meanwhile, p99', `${figure(p99)} ms`],
      ],
    )
  } finally {
    await world.close()
  }
}
