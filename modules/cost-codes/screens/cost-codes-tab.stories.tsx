import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'
import { choose } from '#ui/story.tsx'

const meta = preview.meta({
  title: 'Screens/Project/Cost codes',
  component: App,
  parameters: { path: '/projects/1/cost_codes' },
})
type Played = Parameters<NonNullable<(typeof Admin)['input']['play']>>[0]
const phone = { viewport: { value: 'phone' } }
const codes = '/api/projects/1/cost_codes'
const row = (name: RegExp) => screen.getByRole('row', { name })
const names = () => screen.getAllByRole('button', { name: /^Edit \d/ }).map(({ textContent }) => textContent)
const more = async ({ canvas, userEvent }: Pick<Played, 'canvas' | 'userEvent'>, item: string) => {
  await userEvent.click(await canvas.findByRole('button', { name: 'More for cost codes' }))
  await choose(userEvent, item)
}
const moreFor = async ({ canvas, userEvent }: Pick<Played, 'canvas' | 'userEvent'>, code: string, item: string) => {
  await userEvent.click(await canvas.findByRole('button', { name: `More for ${code}` }))
  await choose(userEvent, item)
}

/** By category, with what the budgets add up to. */
export const Admin = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('26 Electrical')).toBeVisible())
    await expect(row(/^26 Electrical/)).toHaveTextContent('728')
    await expect(row(/^Total/)).toHaveTextContent('1,200')
    await expect(canvas.getByRole('button', { name: 'Add cost code' })).toBeVisible()
  },
})

export const Dark = meta.story({ ...Admin.input, globals: { theme: 'dark' } })

export const Phone = meta.story({
  globals: phone,
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('01.010 Mobilize')).toBeVisible())
    await expect(canvas.getByRole('button', { name: 'Add cost code' })).toBeVisible()
  },
})

export const PhoneDark = meta.story({ ...Phone.input, globals: { ...phone, theme: 'dark' } })

/** Who books hours reads the codes and changes none. */
export const Foreman = meta.story({
  globals: { person: 'foreman' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Mobilize')).toBeVisible())
    for (const name of [/^Add/, /^Edit \d/, /^Move/]) await expect(canvas.queryByRole('button', { name })).toBeNull()
  },
})

/** A guest has no such tab. */
export const Guest = meta.story({
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(/could not be found/)).toBeVisible())
  },
})

/** An archived project is read and no longer changed. */
export const Archived = meta.story({
  async beforeEach({ app }) {
    await app?.http('/api/projects/1/archive', { method: 'POST' })
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Mobilize')).toBeVisible())
    await expect(canvas.getByText('This project is archived.')).toBeVisible()
    for (const name of [/^Add/, /^Edit \d/, /^Move/]) await expect(canvas.queryByRole('button', { name })).toBeNull()
  },
})

/** Where there are none, the first step is to copy the company's. */
export const Empty = meta.story({
  parameters: { path: '/projects/8/cost_codes' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No cost codes yet.')).toBeVisible())
    await expect(canvas.getByRole('button', { name: 'Copy from defaults' })).toBeVisible()
  },
})

export const EmptyPhone = meta.story({ ...Empty.input, globals: phone })

export const Searched = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox', { name: 'Search cost codes' }), 'rough elec')
    await waitFor(() => expect(names()).toEqual(['Branch rough-in']))
    await expect(row(/^Total/)).toHaveTextContent('184')
    await expect(canvas.queryByRole('button', { name: /^Move/ })).toBeNull()
  },
})

export const NothingFound = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox', { name: 'Search cost codes' }), 'opera')
    await waitFor(() => expect(canvas.getByText('Nothing here matches “opera”.')).toBeVisible())
  },
})

/** What is out of use leaves the list, and is found again under Inactive. */
export const Deactivated = meta.story({
  play: async ({ canvas, userEvent }) => {
    await moreFor({ canvas, userEvent }, '26.130 Feeders', 'Deactivate')
    await waitFor(() => expect(names()).not.toContain('Feeders'))
    await userEvent.click(canvas.getByText('Inactive'))
    await waitFor(() => expect(names()).toContain('Feeders'))
    await moreFor({ canvas, userEvent }, '26.130 Feeders', 'Activate')
    await waitFor(() => expect(names()).not.toContain('Feeders'))
  },
})

export const Adding = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add a code to 26 Electrical' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add cost code' }))
    await expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveValue('26 Electrical')
    await userEvent.type(dialog.getByRole('textbox', { name: /^Number/ }), '125')
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Devices')
    await userEvent.type(dialog.getByRole('spinbutton', { name: 'Budget hours' }), '40')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(names()).toEqual(expect.arrayContaining(['Branch rough-in', 'Devices', 'Feeders'])))
    await expect(names().indexOf('Devices')).toBe(names().indexOf('Branch rough-in') + 1)
    await expect(row(/^26 Electrical/)).toHaveTextContent('768')
  },
})

export const AddingOnPhone = meta.story({
  globals: phone,
  play: async ({ canvas, userEvent }) => {
    await canvas.findByText('01.010 Mobilize')
    await userEvent.click(canvas.getByRole('button', { name: 'Add cost code' }))
    await screen.findByRole('dialog', { name: 'Add cost code' })
  },
})

/** What is wrong is said at its field. */
export const NumberTaken = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Edit 26.120 Branch rough-in' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Edit cost code' }))
    const number = dialog.getByRole('textbox', { name: /^Number/ })
    await userEvent.clear(number)
    await userEvent.type(number, '130')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(dialog.getByText('That number already exists in this category.')).toBeVisible())
  },
})

/** A category is made in the middle of a code. */
export const NewCategory = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add cost code' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add cost code' }))
    await userEvent.type(dialog.getByRole('combobox', { name: 'Category' }), 'Solar')
    await userEvent.click(await screen.findByText('Add New'))
    const inner = within(await screen.findByRole('dialog', { name: 'Add category' }))
    await expect(inner.getByRole('textbox', { name: /^Name/ })).toHaveValue('Solar')
    await userEvent.type(inner.getByRole('textbox', { name: /^Number/ }), '48')
    await userEvent.click(inner.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveValue('48 Solar'))
  },
})

export const Deleting = meta.story({
  play: async ({ canvas, userEvent }) => {
    await moreFor({ canvas, userEvent }, '26.130 Feeders', 'Delete')
    await waitFor(() => expect(screen.getByText('Delete this item?')).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(names()).not.toContain('Feeders'))
  },
})

/** Arrows move a code within its category, no further; all of it is one save. */
export const Sorted = meta.story({
  play: async ({ canvas, userEvent, app }) => {
    const grip = await canvas.findByRole('button', { name: 'Move 26.120 Branch rough-in' })
    grip.focus()
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(names().slice(3, 5)).toEqual(['Branch rough-in', 'Underground conduit']))
    await userEvent.keyboard('{ArrowUp}')
    await expect(grip).toHaveFocus()
    await waitFor(async () => {
      const saved = await app?.http<{ number: string; sort: number }[]>(codes)
      expect(saved?.find(({ number }) => number === '120')?.sort).toBe(0)
    })
    await expect(names().slice(0, 5)).toEqual([
      'Mobilize',
      'Supervision',
      'Cleanup',
      'Branch rough-in',
      'Underground conduit',
    ])
  },
})

/** Categories have an order, names and numbers of their own; one with codes stays. */
export const Categories = meta.story({
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Categories')
    const dialog = within(await screen.findByRole('dialog', { name: 'Categories' }))
    dialog.getByRole('button', { name: 'Move Electrical' }).focus()
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(dialog.getAllByRole('listitem')[0]).toHaveTextContent('26 Electrical'))
    await userEvent.click(dialog.getByRole('button', { name: 'Delete Electrical' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(screen.getByText('This is in use and cannot be deleted.')).toBeVisible())
  },
})

export const CategoriesOnPhone = meta.story({
  globals: phone,
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Categories')
    await screen.findByRole('dialog', { name: 'Categories' })
  },
})

/** What the project has already is ticked for good; a category’s box takes all the rest of it. */
export const Copying = meta.story({
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Copy from defaults')
    const dialog = within(await screen.findByRole('dialog', { name: 'Copy from defaults' }))
    await waitFor(() => expect(dialog.getByRole('checkbox', { name: '120 Branch rough-in' })).toBeDisabled())
    await userEvent.click(dialog.getByRole('checkbox', { name: '27 Low voltage' }))
    await expect(dialog.getByRole('checkbox', { name: /^All / })).toBePartiallyChecked()
    await userEvent.click(dialog.getByRole('button', { name: /^Copy \d/ }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(names()).toContain('Data'))
  },
})

export const CopyingDark = meta.story({
  globals: { theme: 'dark' },
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Copy from defaults')
    await screen.findByRole('checkbox', { name: '120 Branch rough-in' })
  },
})

export const CopyingOnPhone = meta.story({ ...CopyingDark.input, globals: phone })

/** Everything, into a project that has nothing yet. */
export const CopyingAll = meta.story({
  parameters: { path: '/projects/8/cost_codes' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Copy from defaults' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'All 11' }))
    await userEvent.click(screen.getByRole('button', { name: 'Copy 11' }))
    await waitFor(() => expect(canvas.getByText('11 codes')).toBeVisible())
  },
})

/** Where a copy came to a halt, the next run goes on: what has arrived is not there twice. */
export const CopyingResumed = meta.story({
  parameters: { path: '/projects/8/cost_codes' },
  play: async ({ canvas, userEvent, msw, app }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Copy from defaults' }))
    await userEvent.click(await screen.findByRole('checkbox', { name: 'All 11' }))
    // The categories arrive and the codes do too, but nobody hears of the codes.
    msw.use(
      http.post(
        '/api/projects/8/cost_codes/store_many',
        async ({ request }) => {
          const { data } = (await request.clone().json()) as { data: object[] }
          await app?.http('/api/projects/8/cost_codes/store_many', {
            method: 'POST',
            body: { data: data.slice(0, 4) },
          })
          return HttpResponse.error()
        },
        { once: true },
      ),
    )
    await userEvent.click(screen.getByRole('button', { name: 'Copy 11' }))
    await waitFor(() => expect(screen.getByText(/No connection/)).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: /^Copy \d/ }))
    await waitFor(() => expect(canvas.getByText('11 codes')).toBeVisible())
    const saved = await app?.http<unknown[]>('/api/projects/8/cost_codes')
    await expect(saved).toHaveLength(11)
  },
})

const file = (text: string) => new File([text], 'codes.csv', { type: 'text/csv' })

/** Categories the project lacks are named and made first; until then nothing is imported. */
export const Importing = meta.story({
  play: async ({ canvas, userEvent }) => {
    await more({ canvas, userEvent }, 'Import CSV')
    const dialog = within(await screen.findByRole('dialog', { name: 'Import cost codes' }))
    const input = document.querySelector<HTMLInputElement>('input[type=file]')
    if (!input) throw new Error('There is nothing to drop a file into.')
    await userEvent.upload(input, file('Number,Name,Category,Budget hours\n310,Panels,48,120\n320,Racking,26,\n'))
    await waitFor(() => expect(dialog.getByText(/Line 2: This project has no category 48/)).toBeVisible())
    await expect(dialog.getByRole('button', { name: /^Import/ })).toBeDisabled()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Name of category 48' }), 'Solar')
    await userEvent.click(dialog.getByRole('button', { name: 'Add this category' }))
    await waitFor(() => expect(dialog.getByText('2 cost codes would be added.')).toBeVisible())
    await userEvent.click(dialog.getByRole('button', { name: 'Import 2' }))
    await waitFor(() => expect(names()).toEqual(expect.arrayContaining(['Panels', 'Racking'])))
    await expect(canvas.getByText('48 Solar')).toBeVisible()
  },
})

/** Of three thousand codes only those in sight are rendered. */
export const Many = meta.story({
  async beforeEach({ app }) {
    for (let from = 0; from < 3000; from += 500) {
      const data = Array.from({ length: 500 }, (_, at) => ({
        number: String(5000 + from + at),
        name: `Panel ${from + at}`,
        budget_hours: 1.5,
      }))
      await app?.http(`${codes}/store_many`, { method: 'POST', body: { data } })
    }
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('3008 codes')).toBeVisible())
    await expect(canvas.getAllByRole('row').length).toBeLessThan(60)
    window.scrollTo(0, document.documentElement.scrollHeight)
    await waitFor(() => expect(canvas.getByText('Panel 2999')).toBeVisible())
    await expect(row(/^Total/)).toHaveTextContent('5,700')
  },
})
