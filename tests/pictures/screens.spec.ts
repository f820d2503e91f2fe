import { fileURLToPath } from 'node:url'
import { expect, signIn, test as base } from '../e2e/app.ts'
import { loaded } from '../e2e/settled.ts'
import { removeFolders, startServer, type Started } from '../contract/server.ts'
import { eventually } from '../eventually.ts'
import { createRemote } from '../faults/browser.ts'
import type { Client } from '../harness.ts'
import { pinned } from './baselines.ts'
import { MOMENT, screens } from './screens.ts'

const built = fileURLToPath(new URL('../../dist-server/main.js', import.meta.url))
/** What a server answers while it draws what was asked for. */
const DRAWING = 202
const stopped = new URL('./stop-clock.ts', import.meta.url).href

/** How many files of each kind a server is asked to draw ahead: more than the sample company has. */
const MOST_FILES = 60

/** Has a server draw all that its pages show, which it does for who asks first. */
async function drawAhead({ get }: Client): Promise<void> {
  const ids = Array.from({ length: MOST_FILES }, (_, at) => at + 1)
  const paths = ['attachments', 'drawing_revisions'].flatMap((kind) =>
    ids.flatMap((id) => [`/api/${kind}/${id}/thumb`, `/api/${kind}/${id}/preview`]),
  )
  const answers = await Promise.all(paths.map(async (path) => ({ path, status: (await get(path)).status })))
  // One after the other, since a server that is asked for all of them again and again has no time to draw.
  for (const { path, status } of answers)
    if (status === DRAWING)
      await eventually(async () => {
        if ((await get(path)).status === DRAWING) throw new Error(`${path} is being drawn.`)
      })
}

/** The sample company of the moment, on a server whose clock stands still, which has drawn its files and seen everybody. */
async function startStopped(): Promise<Started> {
  const server = await startServer({ entry: built, env: { NODE_OPTIONS: `--import=${stopped}` } })
  // Who signs in is seen by the others, and which screens come before one must not matter.
  for (const person of new Set(screens.map((screen) => screen.person)))
    if (person !== 'nobody') await createRemote(() => server.url).signIn(`${person}@plumbline.test`)
  const admin = createRemote(() => server.url)
  await admin.signIn('admin@plumbline.test')
  await drawAhead(admin)
  return server
}

const test = base.extend<object, { server: Started }>({
  server: [
    // Playwright infers from the empty pattern that the fixture has no dependencies.
    // oxlint-disable-next-line no-empty-pattern
    async ({}, provide) => {
      const server = await startStopped()
      await provide(server)
      await server.stop()
      removeFolders()
    },
    // A start takes as long as the machine is busy, whatever the test's own limit.
    { scope: 'worker', timeout: 0 },
  ],
})

for (const { name, title, path, person } of screens)
  test(`${title} looks as it did`, async ({ page, browser }) => {
    test.skip(browser.version() !== pinned(), `pictures are those of Chromium ${pinned()}`)
    await page.clock.setFixedTime(MOMENT)
    await (person === 'nobody' ? page.goto(path) : signIn(page, person, path))
    await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
    await loaded(page)
    for (const theme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme: theme })
      await page.evaluate(() => Promise.all([...document.images].map((image) => image.decode().catch(() => {}))))
      await expect.soft(page).toHaveScreenshot(`${name}-${theme}.png`)
    }
  })
