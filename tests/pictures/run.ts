/**
 * Takes the pictures of the README, in both themes: `npm run pictures`. They show the
 * sample company as it is today, on its first day. `npm run pictures -- --baselines` takes those anew instead that
 * `screens.spec.ts` compares; words after it choose screens by their titles.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import { args, executablePath } from '../browser.ts'
import { removeFolders, startServer, temporaryFolder } from '../contract/server.ts'
import { followRequests, settled } from '../e2e/settled.ts'
import { takeBaselines } from './baselines.ts'

interface Picture {
  readonly name: string
  readonly path: string
  readonly person: string
  /** What is on it last. */
  readonly shows: string
  /** In CSS pixels; a phone's has two dots for each. */
  readonly size: readonly [width: number, height: number]
}
const DESK = [1440, 900] as const
const PHONE = [390, 844] as const

const pictures: readonly Picture[] = [
  { name: 'home', shows: 'Jobs at risk', path: '/', person: 'manager', size: DESK },
  { name: 'project', shows: 'Waiting', path: '/projects/1', person: 'manager', size: DESK },
  { name: 'board', shows: 'Review and publish', path: '/schedule?view=board', person: 'manager', size: DESK },
  { name: 'punch', shows: 'No messages yet', path: '/projects/1/punch_items/1', person: 'manager', size: DESK },
  { name: 'time', shows: 'Total', path: '/time', person: 'office', size: DESK },
  { name: 'phone', shows: 'Needs you', path: '/', person: 'foreman', size: PHONE },
]
const root = join(import.meta.dirname, '../..')
const folder = join(root, 'docs/pictures')

async function take(browser: Browser, url: string, { path, person, shows, size }: Picture, theme: 'light' | 'dark') {
  const [width, height] = size
  const context = await browser.newContext({
    baseURL: url,
    viewport: { width, height },
    colorScheme: theme,
    reducedMotion: 'reduce',
    serviceWorkers: 'block',
    ...(size === PHONE && { deviceScaleFactor: 2, isMobile: true, hasTouch: true }),
  })
  followRequests(context)
  const { request } = context
  await request.get('/sanctum/csrf-cookie')
  const token = (await context.cookies()).find(({ name }) => name === 'XSRF-TOKEN')?.value ?? ''
  const answer = await request.post('/login', {
    data: { email: `${person}@plumbline.test`, password: 'plumbline' },
    headers: { Accept: 'application/json', Origin: url, 'X-XSRF-TOKEN': decodeURIComponent(token) },
  })
  if (answer.status() !== 204) throw new Error(`${person} could not sign in: ${answer.status()}`)
  const page = await context.newPage()
  await page.goto(path)
  // Beside the page: some browsers take it to be in the corner, where the sidebar opens under it.
  await page.mouse.move(-10, -10)
  await page.getByRole('main').getByText(shows).first().waitFor()
  await settled(page)
  await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {}))))
  const picture = await page.screenshot({ type: 'jpeg', quality: 82 })
  await context.close()
  return picture
}

async function takeAll(): Promise<void> {
  const server = await startServer({ dataDir: temporaryFolder() })
  const browser = await chromium.launch({ ...(executablePath && { executablePath }), args })
  try {
    mkdirSync(folder, { recursive: true })
    for (const picture of pictures)
      for (const theme of ['light', 'dark'] as const) {
        const file = join(folder, `${picture.name}${theme === 'dark' ? '-dark' : ''}.jpg`)
        writeFileSync(file, await take(browser, server.url, picture, theme))
        process.stdout.write(`${file}\n`)
      }
  } finally {
    await browser.close()
    await server.stop()
    removeFolders()
  }
}

const [option, ...words] = process.argv.slice(2)
if (option !== '--baselines') await takeAll()
else for (const file of await takeBaselines(words)) process.stdout.write(`${file}\n`)
