import type { Page } from '@playwright/test'
import { ask, expect, listening, signIn, test } from './app.ts'
import { followRenders, takeRendered } from './renders.ts'
import { settled } from './settled.ts'

/** What a row may render of a change that it shows: its own components, and no other row's. */
const MOST = { components: 20, mutations: 20 }

interface Listed {
  readonly path: string
  /** The collection whose record changes. */
  readonly of: string
  /** Whether the screen shows what is assigned to its user alone. */
  readonly mine?: boolean
  /** A field that the row shows and one that it does not, with other values. */
  readonly shown: Readonly<Record<string, unknown>>
  readonly hidden: Readonly<Record<string, unknown>>
  /** What renders of the latter all the same: a list's row glows when somebody else has changed its record. */
  readonly still?: number
}
const [punch, tasks, rfis] = ['projects/1/punch_items', 'projects/1/tasks', 'projects/1/rfis']
const ofProject: readonly Listed[] = [
  { path: '/projects/1/punch_items', of: punch, shown: { title: 'A' }, hidden: { description: 'B' } },
  { path: '/projects/1/tasks', of: tasks, shown: { title: 'A' }, hidden: { description: 'B' } },
  { path: '/projects/1/rfis', of: rfis, shown: { title: 'A' }, hidden: { schedule_impact_days: 3 } },
]
const others: readonly Listed[] = [
  { path: '/punch_items', of: punch, mine: true, shown: { title: 'C' }, hidden: { description: 'D' } },
  { path: '/tasks', of: tasks, mine: true, shown: { title: 'C' }, hidden: { description: 'D' } },
  { path: '/rfis', of: rfis, shown: { title: 'B' }, hidden: { schedule_impact_days: 4 } },
  {
    path: '/projects/1/daily_logs',
    of: 'projects/1/daily_logs',
    shown: { work_performed: 'A' },
    hidden: { notes: 'B' },
  },
  { path: '/projects', of: 'projects', shown: { name: 'A' }, hidden: { overtime_rule: 'prevailing' }, still: 12 },
  { path: '/customers', of: 'customers', shown: { name: 'A' }, hidden: { phone_number: '5095550199' }, still: 2 },
  { path: '/users', of: 'users', shown: { name: 'A' }, hidden: { short_name: 'B' }, still: 1 },
  { path: '/directory', of: 'users', shown: { name: 'C' }, hidden: { short_name: 'D' } },
  { path: '/time', of: 'time_entries', shown: { hours: 3 }, hidden: { notes: 'B' }, still: 4 },
  { path: '/schedule', of: 'schedule_events', shown: { hours_per_day: 4 }, hidden: { note: 'B' } },
]

/** What tells whether a record may be changed and is on the screen. */
interface Listing {
  readonly id: number
  readonly assigned_id?: number | null
  readonly completed_at?: string | null
  readonly sent_at?: string | null
  readonly kind?: string
}

/** Resolves when nothing is asked for any more, and what follows an answer some frames later is drawn. */
async function atRest(page: Page): Promise<void> {
  await settled(page)
  await page.evaluate(async () => {
    for (let frame = 0; frame < 12; frame++) await new Promise(requestAnimationFrame)
  })
  await settled(page)
}

/** Changes a record of each list as somebody else, and tells what the page rendered. */
async function rendersOf(page: Page, other: Page, lists: readonly Listed[]) {
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
  const many = Array.from({ length: 120 }, (_, at) => ({ title: `Item ${at}`, question: 'Why?', assigned_id: me }))
  for (const of of new Set(lists.map((list) => list.of)))
    if ([punch, tasks, rfis].includes(of)) await ask(other, 'POST', `/api/${of}/store_many`, { data: many })
  const found: { path: string; kind: 'shown' | 'hidden'; components: number; mutations: number; still: number }[] = []
  for (const { path, of, mine = false, still = 0, ...changes } of lists) {
    await listening(page, of.split('/').at(-1) ?? '', () => page.goto(path))
    await atRest(page)
    const all = await ask<Listing[]>(other, 'GET', `/api/${of}`)
    const one = all.find(
      ({ completed_at = null, sent_at = null, kind = 'assignment', assigned_id }) =>
        completed_at === null && sent_at === null && kind === 'assignment' && (!mine || assigned_id === me),
    )
    if (!one) throw new Error(`${of} has no record to change.`)
    for (const kind of ['shown', 'hidden'] as const) {
      await takeRendered(page)
      const told = new Promise<void>((done) => void heard.set(one.id, done))
      await ask(other, 'PATCH', `/api/${of}/${one.id}`, changes[kind])
      await told
      heard.clear()
      await atRest(page)
      const { components, mutations } = await takeRendered(page)
      found.push({ path, kind, components, mutations, still })
    }
  }
  return found
}

/** What rendered more than its row, or not at all though it is shown. */
const tooMuch = (found: Awaited<ReturnType<typeof rendersOf>>) =>
  found.filter(({ kind, components, mutations, still }) =>
    kind === 'shown'
      ? components === 0 || components > MOST.components || mutations > MOST.mutations
      : components > still,
  )

test('one changed record renders its row alone, among 120 of a project', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage()
  expect(tooMuch(await rendersOf(page, other, ofProject))).toEqual([])
})

test('one changed record renders its row alone, on every other list @whole', async ({ page, browser }) => {
  const other = await (await browser.newContext()).newPage()
  expect(tooMuch(await rendersOf(page, other, others))).toEqual([])
})
