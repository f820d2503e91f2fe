import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, answeredWith, at } from '../../../.storybook/preview.tsx'
import { addDays } from '#lib/days.ts'
import { choose } from '#ui/story.tsx'

const meta = preview.meta({
  title: 'Screens/Project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary') },
})
const heading = { name: 'Canyon Lakes Elementary', level: 1 }

/** The overview, with links to the other tabs. */
export const Admin = meta.story({
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByRole('heading', heading)).toBeVisible())
    const tabs = within(canvas.getByRole('navigation', { name: 'Project' }))
    await expect(tabs.getByRole('link', { name: 'Overview' })).toHaveAttribute('aria-current', 'page')
    // On the phone only the first few fit.
    await expect(tabs.getByRole('link', { name: 'Drawings' })).toBeVisible()
    await userEvent.click(tabs.getByRole('button', { name: 'More tabs' }))
    for (const name of ['Photos', 'Cost Codes', 'History'])
      await expect(await screen.findByRole('menuitem', { name })).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await expect(await canvas.findByText('Open RFIs')).toBeVisible()
    await expect(await canvas.findByRole('link', { name: 'Hours booked of budget' })).toBeVisible()
  },
})

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: { viewport: { value: 'phone' } } })

export const PhoneDark = meta.story({
  ...Admin.input,
  tags: ['whole'],
  globals: { viewport: { value: 'phone' }, theme: 'dark' },
})

/** The overview says how far each phase is by its bars, and who is planned there today: what the schedule says. */
export const Standing = meta.story({
  tags: ['whole'],
  play: async ({ app, canvas }) => {
    const phases = within(await canvas.findByRole('region', { name: 'Phases' }))
    await waitFor(() => expect(phases.getByText(/^to \d+\/\d+$/)).toBeVisible())
    const id = await app?.find('/projects', heading.name)
    const bars = await app?.http<{ kind: string; percent_complete: number }[]>(
      `/api/schedule_events?kind=phase&project_id=${id}`,
    )
    const begun = bars?.filter(({ percent_complete }) => percent_complete > 0 && percent_complete < 100) ?? []
    await expect(begun.length).toBeGreaterThan(0)
    for (const { percent_complete } of begun)
      await expect(phases.getByText(`${percent_complete} %`, { exact: false })).toBeVisible()
    const day = app?.services.today.value
    const planned = await app?.http<{ work: { project_id: number; user_id: number }[] }>(
      `/api/schedule_events/planned?day=${day}`,
    )
    const there = new Set(planned?.work.filter(({ project_id }) => project_id === id).map(({ user_id }) => user_id))
    // Nobody on a day off.
    if (there.size === 0) await expect(canvas.queryByText('On site today')).toBeNull()
    else {
      const card = (await canvas.findByRole('heading', { name: 'On site today' })).closest('div')?.parentElement
      await waitFor(() => expect(within(card ?? document.body).getAllByRole('listitem')).toHaveLength(there.size))
    }
  },
})

/** What somebody has to do by the day after tomorrow stands on the overview, of all kinds, the most days late first. */
export const Waiting = meta.story({
  tags: ['whole'],
  play: async ({ app, canvas }) => {
    if (!app) throw new Error('The story has no app.')
    const heard = await canvas.findByRole('heading', { name: /^Waiting/ })
    const lines = () => within(heard.parentElement ?? document.body).getAllByRole('listitem')
    const late = () => lines().map((line) => Number(/(\d+) days? late/.exec(line.textContent ?? '')?.[1] ?? 0))
    await expect(late()).toEqual(late().toSorted((a, b) => b - a))
    const today = app.services.today.value
    const path = `/api/projects/${await app.find('/projects', heading.name)}/tasks`
    /** Its own changes are not told to a page, so it takes in what it is answered. */
    const taken = async (to: string, body = {}) => {
      const record = await app.http<{ id: number }>(to, { method: 'POST', body })
      app.services.store.byName('task')?.put([record] as never)
      return record
    }
    const add = (title: string, due_date: string | null) => taken(path, { title, due_date })
    await add('Fence the trailer', addDays(today, 9))
    await add('Sort the drawings', null)
    const added = await add('Order the switchgear', addDays(today, -300))
    await waitFor(() =>
      expect(lines()[0]).toHaveTextContent(/Task \d+ Order the switchgear\s*with nobody\s*300 days late/),
    )
    for (const title of ['Fence the trailer', 'Sort the drawings']) await expect(canvas.queryByText(title)).toBeNull()
    await taken(`${path}/${added.id}/complete`)
    await waitFor(() => expect(canvas.queryByText(/Order the switchgear/)).toBeNull())
  },
})

/** The head is 88 px high, and one line of 44 once the page was scrolled; nothing below it moves. */
export const Scrolled = meta.story({
  tags: ['whole'],
  play: async ({ canvas }) => {
    const head = (await canvas.findByRole('heading', heading)).closest('header') as HTMLElement
    await expect(head.offsetHeight).toBeLessThanOrEqual(89)
    const card = await canvas.findByText('Open RFIs')
    const before = card.getBoundingClientRect().top
    scrollTo(0, 60)
    await waitFor(() => expect(head.offsetHeight).toBeLessThanOrEqual(45))
    await expect(Math.round(before - card.getBoundingClientRect().top)).toBe(60)
    await expect(canvas.getByRole('link', { name: 'Overview', current: 'page' })).toBeVisible()
    scrollTo(0, 0)
    await waitFor(() => expect(head.offsetHeight).toBeGreaterThan(80))
  },
})

/** The history has its own URL. */
export const History = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/history') },
  play: async ({ canvas }) => {
    const list = within(await canvas.findByRole('list', { name: 'History' }))
    await waitFor(() => expect(list.getAllByText(/created/)[0]).toBeVisible())
  },
})

export const HistoryOnPhone = meta.story({ ...History.input, globals: { viewport: { value: 'phone' } } })

/** A customer's guest can view the project but not change it. */
export const CustomerGuest = meta.story({
  tags: ['whole'],
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', heading)).toBeVisible())
    for (const name of ['Edit', 'More', 'Enter time', 'Add photos'])
      await expect(canvas.queryByRole('button', { name })).toBeNull()
    const tabs = within(canvas.getByRole('navigation', { name: 'Project' }))
    for (const name of ['Time', 'Cost Codes', 'History']) await expect(tabs.queryByRole('link', { name })).toBeNull()
    await expect(canvas.queryByText('Prevailing')).toBeNull()
  },
})

/** A user who may not see the project gets the same message as for a deleted one. */
export const NotTheirs = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Columbia Point Elementary') },
  globals: { person: 'contact' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This project no longer exists.')).toBeVisible())
  },
})

/** An archived project is marked as such, and the only change offered is to unarchive it. */
export const Archived = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Finley Elementary') },
  play: async ({ canvas, userEvent }) => {
    await waitFor(() => expect(canvas.getByText('This project is archived.')).toBeVisible())
    for (const name of ['Edit', 'Enter time', 'Add photos'])
      await expect(canvas.queryByRole('button', { name })).toBeNull()
    await userEvent.click(canvas.getByRole('button', { name: 'More' }))
    await choose(userEvent, 'Unarchive')
    await waitFor(() => expect(canvas.queryByText('This project is archived.')).toBeNull())
    await expect(canvas.getByRole('button', { name: 'Edit' })).toBeVisible()
  },
})

export const ArchivedOnPhone = meta.story({
  parameters: { path: at('/projects', 'Finley Elementary') },
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This project is archived.')).toBeVisible())
  },
})

/** The confirmation of archiving lists the open items. */
export const Archiving = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) =>
    void msw.use(
      http.get(
        '/api/projects/:id',
        answeredWith({ open_rfis: 3, open_punch_items: 2, open_tasks: 1, open_extra_work: 0 }),
      ),
    ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'More' }))
    await choose(userEvent, 'Archive')
    const question = within(await screen.findByRole('alertdialog', { name: 'Archive this project?' }))
    const text = 'This project has 2 open punch items, 3 open RFIs, 1 open task. An archived project is read-only.'
    await waitFor(() => expect(question.getByText(text)).toBeVisible())
    await userEvent.click(question.getByRole('button', { name: 'Archive' }))
    await waitFor(() => expect(canvas.getByText('This project is archived.')).toBeVisible())
  },
})

export const Failed = meta.story({
  beforeEach: ({ msw }) => void msw.use(http.get('/api/projects/:id', () => HttpResponse.json({}, { status: 500 }))),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This could not be loaded.')).toBeVisible())
  },
})

/** A remote change of the name is shown at once. */
export const Renamed = meta.story({
  tags: ['whole'],
  play: async ({ canvas, app }) => {
    await canvas.findByRole('heading', heading)
    const [users] = app ? app.services.registry.entities.filter(({ name }) => name === 'project') : []
    const project = await app?.http(`/api/projects/${await app.find('/projects', heading.name)}`)
    if (users && project) app?.services.store.of(users).put([{ ...project, name: 'Canyon Lakes Middle' }], 'remote')
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Canyon Lakes Middle' })).toBeVisible())
  },
})

export const More = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'More' }))
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Archive' })).toBeVisible())
  },
})

export const Deleting = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'More' }))
    await choose(userEvent, 'Delete')
    await waitFor(() => expect(screen.getByText('Delete this item?')).toBeVisible())
  },
})

/** Tabs stand in the order that one gives them, on every project; G and then a letter opens one. */
export const Arranged = meta.story({
  tags: ['whole'],
  beforeEach: () => () => localStorage.removeItem('look.project_tabs'),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('navigation', { name: 'Project' })
    const strip = () => within(canvas.getByRole('navigation', { name: 'Project' }))
    const names = () =>
      strip()
        .getAllByRole('link')
        .map((link) => link.textContent?.replace(/\d+$/, ''))
    await waitFor(() => expect(names().slice(0, 3)).toEqual(['Overview', 'Daily Logs', 'Drawings']))
    await userEvent.click(strip().getByRole('button', { name: 'More tabs' }))
    await choose(userEvent, 'Arrange tabs')
    const dialog = within(await screen.findByRole('dialog', { name: 'Arrange tabs' }))
    const grip = dialog.getByRole('button', { name: 'Move Drawings' })
    grip.focus()
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await userEvent.click(dialog.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(names().slice(0, 3)).toEqual(['Drawings', 'Overview', 'Daily Logs']))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await userEvent.keyboard('gd')
    await waitFor(() => expect(strip().getByRole('link', { current: 'page' })).toHaveTextContent('Daily Logs'))
    // In a list, where C alone adds a record.
    await userEvent.keyboard('gp')
    await canvas.findByRole('row', { name: 'Open' })
    await userEvent.keyboard('gc')
    await waitFor(() => expect(strip().getByRole('link', { current: 'page' })).toHaveTextContent('Documents'))
    await expect(screen.queryByRole('dialog')).toBeNull()
    await userEvent.click(strip().getByRole('button', { name: 'More tabs' }))
    await choose(userEvent, 'Arrange tabs')
    await userEvent.click(await screen.findByRole('button', { name: 'Usual order' }))
    await userEvent.click(screen.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(names().slice(0, 3)).toEqual(['Overview', 'Daily Logs', 'Drawings']))
  },
})
