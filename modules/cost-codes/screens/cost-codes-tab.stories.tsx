import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'
import { formatHours } from '#lib/numbers.ts'
import type { Project } from '../../projects/entities.ts'
import { PROJECT, budget, codesAt, moreFor, names, phone, row } from '../parts/story-steps.fixture.ts'

const meta = preview.meta({
  title: 'Screens/Project/Cost codes',
  component: App,
  parameters: { path: at('/projects', PROJECT, '/cost_codes') },
})
/** Codes are grouped by category, with totals of budgets and of the hours booked on them. */
export const Admin = meta.story({
  play: async ({ app, canvas }) => {
    await waitFor(() => expect(canvas.getByText('26 Electrical')).toBeVisible())
    await expect(row(/^26 Electrical/)).toHaveTextContent(await budget(app, { category: '26' }))
    await expect(row(/^Total/)).toHaveTextContent(await budget(app))
    for (const name of ['Booked', 'Left']) await expect(canvas.getByRole('columnheader', { name })).toBeVisible()
    const { booked_hours = 0 } =
      (await app?.http<Project>(`/api/projects/${await app.find('/projects', PROJECT)}`)) ?? {}
    await expect(row(/^Total/)).toHaveTextContent(formatHours(booked_hours))
    await expect(canvas.getByRole('button', { name: 'Add cost code' })).toBeVisible()
  },
})

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({
  globals: phone,
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('01.010 Mobilize')).toBeVisible())
    await expect(canvas.getByRole('button', { name: 'Add cost code' })).toBeVisible()
  },
})

export const PhoneDark = meta.story({ ...Phone.input, tags: ['whole'], globals: { ...phone, theme: 'dark' } })

/** A foreman can view the codes but not change them. */
export const Foreman = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Mobilize')).toBeVisible())
    for (const name of [/^Add/, /^Edit \d/, /^Move/]) await expect(canvas.queryByRole('button', { name })).toBeNull()
  },
})

/** Guests do not have this tab. */
export const Guest = meta.story({
  tags: ['whole'],
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(/could not be found/)).toBeVisible())
  },
})

/** The codes of an archived project are read-only. */
export const Archived = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    await app?.http(`/api/projects/${await app.find('/projects', PROJECT)}/archive`, { method: 'POST' })
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('Mobilize')).toBeVisible())
    await expect(canvas.getByText('This project is archived.')).toBeVisible()
    for (const name of [/^Add/, /^Edit \d/, /^Move/]) await expect(canvas.queryByRole('button', { name })).toBeNull()
  },
})

/** A project without codes offers to copy the company's defaults. */
export const Empty = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Meadow Springs Elementary', '/cost_codes') },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No cost codes yet.')).toBeVisible())
    await expect(canvas.getByRole('button', { name: 'Copy from defaults' })).toBeVisible()
  },
})

export const EmptyPhone = meta.story({ ...Empty.input, globals: phone })

export const Searched = meta.story({
  tags: ['whole'],
  play: async ({ app, canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox', { name: 'Search cost codes' }), 'rough elec')
    await waitFor(() => expect(names()).toEqual(['Branch rough-in']))
    await expect(row(/^Total/)).toHaveTextContent(await budget(app, { name: 'Branch rough-in' }))
    await expect(canvas.queryByRole('button', { name: /^Move/ })).toBeNull()
  },
})

export const NothingFound = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.type(await canvas.findByRole('searchbox', { name: 'Search cost codes' }), 'opera')
    await waitFor(() => expect(canvas.getByText('Nothing here matches “opera”.')).toBeVisible())
  },
})

/** A deactivated code leaves the list and appears under Inactive. */
export const Deactivated = meta.story({
  tags: ['whole'],
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
  tags: ['whole'],
  play: async ({ app, canvas, userEvent }) => {
    const before = await budget(app, { category: '26' })
    await userEvent.click(await canvas.findByRole('button', { name: 'Add a code to 26 Electrical' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add cost code' }))
    await expect(dialog.getByRole('combobox', { name: 'Category' })).toHaveValue('26 Electrical')
    await userEvent.type(dialog.getByRole('textbox', { name: /^Number/ }), '125')
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Devices')
    await userEvent.type(dialog.getByRole('spinbutton', { name: 'Budget hours' }), '40')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(names()).toEqual(expect.arrayContaining(['Branch rough-in', 'Devices', 'Feeders'])))
    await expect(names().indexOf('Devices')).toBe(names().indexOf('Branch rough-in') + 1)
    await expect(row(/^26 Electrical/)).not.toHaveTextContent(before)
    await expect(row(/^26 Electrical/)).toHaveTextContent(await budget(app, { category: '26' }))
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

/** A duplicate number shows its error at the field. */
export const NumberTaken = meta.story({
  tags: ['whole'],
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

/** A category can be added while editing a code. */
export const NewCategory = meta.story({
  tags: ['whole'],
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
  tags: ['whole'],
  // A code with booked time could not be deleted, so the story adds one.
  async beforeEach({ app }) {
    await app?.http(await codesAt(app), { method: 'POST', body: { number: '900', name: 'Spare' } })
  },
  play: async ({ canvas, userEvent }) => {
    await moreFor({ canvas, userEvent }, '900 Spare', 'Delete')
    await waitFor(() => expect(screen.getByText('Delete this item?')).toBeVisible())
    await userEvent.click(screen.getByRole('button', { name: 'Delete' }))
    await waitFor(() => expect(names()).not.toContain('Spare'))
  },
})

/** Arrow keys move a code within its category only, and the moves are saved together. */
export const Sorted = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent, app }) => {
    const grip = await canvas.findByRole('button', { name: 'Move 26.120 Branch rough-in' })
    grip.focus()
    await userEvent.keyboard('{ArrowUp}')
    await waitFor(() => expect(names().slice(3, 5)).toEqual(['Branch rough-in', 'Underground conduit']))
    await userEvent.keyboard('{ArrowUp}')
    await expect(grip).toHaveFocus()
    await waitFor(async () => {
      const saved = await app?.http<{ number: string; sort: number }[]>(await codesAt(app))
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

/** Of three thousand codes only the visible ones are rendered. */
export const Many = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    const codes = await codesAt(app)
    for (let from = 0; from < 3000; from += 500) {
      const data = Array.from({ length: 500 }, (_, at) => ({
        number: String(5000 + from + at),
        name: `Panel ${from + at}`,
        budget_hours: 1.5,
      }))
      await app?.http(`${codes}/store_many`, { method: 'POST', body: { data } })
    }
  },
  play: async ({ app, canvas }) => {
    await waitFor(() => expect(canvas.getByText('3008 codes')).toBeVisible())
    await expect(canvas.getAllByRole('row').length).toBeLessThan(60)
    window.scrollTo(0, document.documentElement.scrollHeight)
    await waitFor(() => expect(canvas.getByText('Panel 2999')).toBeVisible())
    await expect(row(/^Total/)).toHaveTextContent(await budget(app))
  },
})
