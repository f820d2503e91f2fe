import type { Page } from '@playwright/test'
import { isBrief } from '../tier.ts'
import { ask, expect, listening, signIn, test, tokenOf } from './app.ts'
import { ofProject, others, without, type Candidate, type Listed } from './lists.ts'
import { followRenders, takeRendered, type Rendered } from './renders.ts'
import { registeredScreens } from './screens.ts'
import { settled } from './settled.ts'

/** How many records are added to a list before one of them changes, sent in requests of as many as one takes. */
const [MANY, AT_ONCE] = [120, 60]

/** What may render of a change, however long the list is, and how often the document may change by it. */
const most = {
  /** Only the mark that somebody else has just changed the row, which no component renders. */
  hidden: { components: 0, mutations: 2 },
  shown: { components: 15, mutations: 20 },
  /** Each row on the screen that it passes says its new place. */
  moved: { components: 30, mutations: 30 },
} as const
type Kind = keyof typeof most

/** Resolves when nothing is asked for any more, and what follows an answer some frames later is drawn. */
async function atRest(page: Page): Promise<void> {
  await settled(page)
  await page.evaluate(async () => {
    for (let frame = 0; frame < 12; frame++) await new Promise(requestAnimationFrame)
  })
  await settled(page)
}

/** The record that changes: one that stands on the page, unless the list says which. */
async function chosen(page: Page, all: readonly Candidate[], { of, which }: Listed, me: number): Promise<Candidate> {
  const labels = await page.locator('main').evaluate((main: HTMLElement) => {
    const named = [...main.querySelectorAll('[aria-label]')].map((one) => one.getAttribute('aria-label'))
    return [main.innerText, ...named].join('\n')
  })
  const found = all.find((one) => which?.(one, me) ?? labels.includes(String(one.name ?? one.title)))
  if (!found) throw new Error(`${of} has no record to change.`)
  return found
}

/** Adds records to a list that has not been filled yet. */
async function fill(other: Page, { of, make, file }: Listed, me: number): Promise<void> {
  for (let at = 0; make && at < MANY; at += AT_ONCE) {
    const data = Array.from({ length: AT_ONCE }, (_, n) => make(at + n, me))
    await ask(other, 'POST', `/api/${of}/store_many`, { data })
  }
  for (let at = 0; file && at < MANY; at++) {
    const { bytes, fields, ...sent } = file(at, me)
    const multipart = { ...(fields as Record<string, string>), file: { ...sent, buffer: bytes } }
    const headers = await tokenOf(other.context())
    const answer = await other.context().request.post(`/api/${of}`, { multipart, headers })
    if (!answer.ok()) throw new Error(`${of}: ${answer.status()} ${await answer.text()}`)
  }
  // What follows, such as a preview that is ready, changes records once more.
  const isDone = async () => {
    const { lanes } = await ask<{ lanes: { due_since: string | null }[] }>(other, 'GET', '/api/company_settings/system')
    return lanes.every(({ due_since }) => due_since === null)
  }
  await expect.poll(isDone).toBe(true)
}

type Answer = readonly Candidate[] | { data: readonly Candidate[] }
const listOf = (answer: Answer) => ('data' in answer ? answer.data : answer)

/** Changes a record of each list as somebody else, and tells where more rendered than may, or nothing that is shown. */
async function tooMuch(page: Page, other: Page, lists: readonly Listed[]) {
  await signIn(other, 'admin')
  await followRenders(page)
  const heard = new Map<number, () => void>()
  page.on('websocket', (socket) =>
    socket.on('framereceived', ({ payload }) => {
      const text = String(payload).replaceAll('\\', '')
      for (const [id, done] of heard) if (text.includes('saved') && text.includes(`"id":${id},`)) done()
    }),
  )
  await signIn(page, 'admin')
  const { id: me } = await ask<{ id: number }>(other, 'GET', '/api/user')
  const found: (Rendered & { path: string; of: string; kind: Kind })[] = []
  const filled = new Set<string>()
  for (const list of lists) {
    const { path, of } = list
    if (!filled.has(of)) await fill(other, list, me)
    filled.add(of)
    await listening(page, of.split('/').at(-1) ?? '', () => page.goto(path))
    await atRest(page)
    await list.open?.(page)
    await atRest(page)
    const all = listOf(await ask<Answer>(other, 'GET', `/api/${of}?per_page=500`))
    const { id } = await chosen(page, all, list, me)
    for (const kind of ['hidden', 'shown', 'moved'] as const) {
      const change = list[kind]
      if (!change) continue
      await takeRendered(page)
      const told = new Promise<void>((done) => void heard.set(id, done))
      const { asks } = list
      const answered = asks ? page.waitForResponse((one) => one.url().includes(asks)) : null
      await ask(other, 'PATCH', `/api/${of}/${id}`, change)
      await told
      await answered
      heard.clear()
      await atRest(page)
      const { components, mutations, names } = await takeRendered(page)
      const isNothing = kind === 'shown' && components === 0
      const mayRender = most[kind].components + (kind === 'hidden' ? (list.mark ?? 0) : 0)
      const mayChange = most[kind].mutations + (kind === 'shown' ? (list.sums ?? 0) : 0)
      if (isNothing || components > mayRender || mutations > mayChange)
        found.push({ path, of, kind, components, mutations, names })
    }
  }
  return found
}

/** A server of their own for lists that are filled, which no other test is to find. */
const filled = test.extend<object, { alone: boolean }>({
  // Playwright infers from the empty pattern that the fixture has no dependencies.
  // oxlint-disable-next-line no-empty-pattern
  alone: [async ({}, provide) => provide(true), { scope: 'worker', auto: true }],
})

test('each registered screen is counted, or says why not', async () => {
  const asPattern = (path: string) => new RegExp(`^${path.replaceAll(/:\w+/g, '[^/]+')}$`)
  const screens = await registeredScreens()
  const counted = new Set(
    [...ofProject, ...others].map(({ path }) =>
      screens.findLast((one) => asPattern(one).test(path.split('?')[0] ?? '')),
    ),
  )
  expect([...counted, ...Object.keys(without)].toSorted()).toEqual(screens)
})

test('one changed record renders its row alone, among 120 of a project', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage()
  expect(await tooMuch(page, other, isBrief ? ofProject.slice(0, 1) : ofProject)).toEqual([])
})

/** In three parts, since each list takes seconds. */
const parts = Map.groupBy(others, ({ path }) => /^\/(projects|setup)\//.exec(path)?.[1] ?? 'company')
for (const [of, lists] of parts)
  filled(
    `one changed record renders its row alone, on the other lists of the part ${of} @whole`,
    async ({ page, browser }) => {
      const other = await (await browser.newContext()).newPage()
      expect(await tooMuch(page, other, lists)).toEqual([])
    },
  )
