import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'
import { choose } from '#ui/story.tsx'

const meta = preview.meta({
  title: 'Screens/Punch items of a project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/punch_items') },
  globals: { person: 'manager' },
})

/** Groups by state; what is closed is folded. */
export const List = meta.story({
  play: async ({ canvas, userEvent }) => {
    const open = within(await canvas.findByRole('row', { name: 'Open' }))
    await expect(open.getByText('1 late')).toBeVisible()
    await expect(canvas.getByRole('button', { name: 'Close all 2' })).toBeVisible()
    const closed = canvas.getByRole('button', { name: /^Closed/ })
    await expect(closed).toHaveAttribute('aria-expanded', 'false')
    await userEvent.click(closed)
    await expect(canvas.getByRole('link', { name: /Exit sign crooked/ })).toBeVisible()
  },
})

export const Dark = meta.story({ tags: ['whole'], globals: { person: 'manager', theme: 'dark' } })

export const Phone = meta.story({
  globals: { person: 'foreman', viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: /Strap missing/ })).toBeVisible()
    await expect(canvas.getByText(/Only two of the four straps/)).toBeVisible()
  },
})

/** A new item begins with its photo on a phone too, with a title and where it is; the rest is folded. */
export const FromTheField = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman', viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('link', { name: /Strap missing/ })
    await userEvent.click((await canvas.findAllByRole('button', { name: 'Add punch item' }))[0] as HTMLElement)
    const form = within(await screen.findByRole('dialog', { name: 'Add punch item' }))
    await expect(form.getByRole('button', { name: 'Take photo' })).toBeVisible()
    await expect(form.getByRole('textbox', { name: 'Location' })).toBeVisible()
    await expect(form.getByLabelText('Due date')).not.toBeVisible()
    await userEvent.type(form.getByRole('textbox', { name: 'Title' }), 'Cover plate')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await canvas.findByText('Cover plate')
  },
})

/** A rejection needs a reason, which the open item shows. */
export const Reject = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const link = await canvas.findByRole('link', { name: /Label homerun LP-1/ })
    const row = link.closest<HTMLElement>('[role=row]')
    if (!row) throw new Error('The item has no row.')
    await userEvent.click(within(row).getByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
    await expect(await dialog.findByText('Add a reason for rejecting.')).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Wrong label.')
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(canvas.getByText(/Wrong label\./)).toBeVisible())
  },
})

/** Open ones among the selected are asked about before they are closed. */
export const CloseSelected = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('row', { name: 'Open' })
    await userEvent.click(canvas.getByRole('checkbox', { name: /Punch item 002/ }))
    await userEvent.click(canvas.getByRole('checkbox', { name: /Punch item 007/ }))
    const bar = within(canvas.getByRole('region', { name: 'Selected punch items' }))
    await expect(bar.getByText('2 selected')).toBeVisible()
    await userEvent.click(bar.getByRole('button', { name: 'Close' }))
    const dialog = within(await screen.findByRole('alertdialog', { name: 'Close 2 punch items?' }))
    await expect(dialog.getByText('1 of them was never completed. Close it anyway?')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(canvas.queryByRole('region', { name: 'Selected punch items' })).toBeNull())
    await waitFor(() => expect(canvas.queryByRole('link', { name: /Box not flush with tile/ })).toBeNull())
  },
})

/** What rows offer, the selected offer together: one reason rejects all of them, in one request. */
export const RejectSelected = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent, msw }) => {
    const taken: string[] = []
    msw.use(
      http.post('/api/projects/:project_id/punch_items/*', ({ request }) => {
        taken.push(new URL(request.url).pathname.split('/').slice(4).join('/'))
      }),
    )
    await canvas.findByRole('row', { name: 'Open' })
    await userEvent.click(canvas.getByRole('checkbox', { name: /Punch item 007/ }))
    await userEvent.click(canvas.getByRole('checkbox', { name: /Punch item 008/ }))
    const bar = within(canvas.getByRole('region', { name: 'Selected punch items' }))
    for (const name of ['Close', 'Reject', 'Reopen']) await expect(bar.getByRole('button', { name })).toBeVisible()
    await expect(bar.queryByRole('button', { name: 'Complete' })).toBeNull()
    await userEvent.click(bar.getByRole('button', { name: 'Reject' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Reject 2 punch items' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
    await expect(await dialog.findByText('Add a reason for rejecting.')).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox', { name: /Reason/ }), 'Both are loose.')
    await userEvent.click(dialog.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(canvas.getAllByText(/Both are loose\./)).toHaveLength(2))
    await expect(taken).toEqual(['punch_items/act_many'])
  },
})

/** What could not be changed stays selected, with what was chosen for it. */
export const AssignRefused = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) =>
    void msw.use(
      http.patch('/api/projects/:project_id/punch_items/:id', () =>
        HttpResponse.json({ message: 'Not now.' }, { status: 403 }),
      ),
    ),
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('row', { name: 'Open' })
    await userEvent.click(canvas.getByRole('checkbox', { name: /Punch item 002/ }))
    await userEvent.click(canvas.getByRole('button', { name: 'Assigned to' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Assigned to: 1 punch item' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await screen.findByText('Punch item 002: Box not flush with tile not changed. Not now.')
    await expect(screen.getByRole('dialog', { name: 'Assigned to: 1 punch item' })).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await expect(await canvas.findByText('1 selected')).toBeVisible()
  },
})

/** The address of a record of another project leads to its own, and one of no record to Page Not Found. */
export const OfAnotherProject = meta.story({
  tags: ['whole'],
  play: async ({ app, canvas }) => {
    if (!app) throw new Error('The story has no app.')
    await canvas.findByRole('row', { name: 'Open' })
    const here = await app.find('/projects', 'Canyon Lakes Elementary')
    const other = (await app.http<{ id: number }[]>('/api/projects')).find(({ id }) => id !== here)?.id
    const [item] = await app.http<{ id: number; title: string }[]>(`/api/projects/${here}/punch_items`)
    app.location.navigate(`/projects/${other}/punch_items/${item?.id}`)
    await canvas.findByRole('heading', { name: item?.title ?? '' })
    await waitFor(() => expect(document.title).toMatch(/Canyon Lakes Elementary/))
    for (const id of [999_999, 'none']) {
      app.location.navigate(`/projects/${other}/punch_items/${id}`)
      await canvas.findByRole('heading', { name: 'Page Not Found' })
    }
  },
})

/** The page of a walk is named after its project, whatever page was before. */
export const Walking = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/walk') },
  beforeEach: () => void (document.title = 'Another page'),
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: 'Item 1' })
    await waitFor(() => expect(document.title).toMatch(/ Canyon Lakes Elementary$/))
  },
})

/** What was narrowed and grouped is so on the next visit. */
export const Narrowed = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('row', { name: 'Open' })
    await userEvent.click(canvas.getByRole('radio', { name: /To check/ }))
    await waitFor(() => expect(canvas.queryByRole('row', { name: 'Open' })).toBeNull())
    await userEvent.click(canvas.getByRole('link', { name: 'Overview' }))
    await userEvent.click(await canvas.findByRole('link', { name: /^Punch/ }))
    await waitFor(() => expect(canvas.getByRole('radio', { name: /To check/ })).toBeChecked())
    await userEvent.click(canvas.getByRole('radio', { name: /^All/ }))
  },
})

/** Defaults that the project does not have yet are added at once. */
export const AddDefaults = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'More for punch items' }))
    await choose(userEvent, 'Add defaults')
    const dialog = within(await screen.findByRole('dialog', { name: 'Add defaults' }))
    await userEvent.click(await dialog.findByRole('checkbox', { name: /Firestop at penetration/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'Add 2' }))
    await waitFor(() => expect(canvas.getByRole('link', { name: /Panel schedule not filled in/ })).toBeVisible())
    await expect(canvas.queryByRole('link', { name: /Firestop/ })).toBeNull()
  },
})

/** Customers see what is not private, and add items without assigning them. */
export const CustomerGuest = meta.story({
  tags: ['whole'],
  globals: { person: 'customer' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click((await canvas.findAllByRole('button', { name: 'Add punch item' }))[0] as HTMLElement)
    const dialog = within(await screen.findByRole('dialog', { name: 'Add punch item' }))
    await expect(dialog.queryByText('Assigned to')).toBeNull()
    await userEvent.type(dialog.getByRole('textbox', { name: /Title/ }), 'Scratched door')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Scratched door' })).toBeVisible())
  },
})

/** The items as pins on a sheet: a pin opens its card, and a touch of the plan adds an item there. */
export const Plan = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('row', { name: 'Open' })
    await userEvent.click(canvas.getByText('Plan'))
    const pin = await canvas.findByRole('button', { name: /Strap missing.*, Kim Tran/ })
    await userEvent.click(pin)
    const card = await canvas.findByRole('region', { name: 'Punch item 005' })
    await expect(within(card).getByText(/Library 105/)).toBeVisible()
    await expect(within(card).getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/projects/1/punch_items/5')
    await userEvent.click(canvas.getByRole('button', { name: 'Add punch item' }))
    await expect(await canvas.findByText('Touch the place on the plan.')).toBeVisible()
  },
})

export const PlanDark = meta.story({ ...Plan.input, tags: ['whole'], globals: { person: 'manager', theme: 'dark' } })
