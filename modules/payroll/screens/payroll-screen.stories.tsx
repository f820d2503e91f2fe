import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import type { StoryContext } from 'storybook/internal/csf'
import preview, { App, runningClock } from '../../../.storybook/preview.tsx'
import { shows } from '#blocks/story.tsx'
import { addDays, startOfWeek } from '#lib/days.ts'
import { choose } from '#ui/story.tsx'

const meta = preview.meta({
  title: 'Screens/Payroll',
  component: App,
  parameters: { path: '/payroll' },
  globals: { person: 'office' },
})
const admin = { person: 'admin' }
const phone = { viewport: { value: 'phone' } }

/** The last full week, which the screen shows by default. */
const lastWeek = () => addDays(startOfWeek(runningClock.day()), -7)

/** Approves everyone's last full week. */
async function approveAll({ app }: Pick<StoryContext, 'app'>) {
  const day = lastWeek()
  const weeks = (await app?.http<{ id: number }[]>('/api/timecards', { query: { from: day, to: day } })) ?? []
  for (const { id } of weeks)
    await app?.http(`/api/timecards/${id}/approve`, { method: 'POST', body: { exception: 'Outage' } })
}
const button = (name: string | RegExp) => screen.findByRole('button', { name })
const blocked = {
  play: async ({ canvas }: { canvas: Pick<typeof screen, 'findByText'> }) => {
    await expect(await canvas.findByText(/^\d+ weeks not approved$/)).toBeVisible()
    await expect(await button(/^Export (1, leave \d+ for later|\d+ weeks)$/)).toBeVisible()
    await expect(screen.getByRole('list', { name: 'Steps' })).toHaveTextContent(/Approved0 of \d+/)
  },
}

export const Blocked = meta.story({ tags: ['whole'], ...blocked })

export const BlockedDark = meta.story({ ...blocked, tags: ['whole'], globals: { theme: 'dark' } })

export const BlockedOnPhone = meta.story({ ...blocked, globals: phone })

/** A missing employee code is reported, with a link to enter it for administrators. */
export const NoCode = meta.story({
  tags: ['whole'],
  globals: admin,
  beforeEach: async ({ app }) => {
    await app?.http(`/api/users/${await app.find('/users', 'Kim Tran')}`, {
      method: 'PATCH',
      body: { employee_code: null },
    })
  },
  play: async ({ app, canvas, userEvent }) => {
    await expect(await canvas.findByText('Missing employee code: Kim Tran')).toBeVisible()
    await userEvent.click(canvas.getByText('By person'))
    const href = `/users?person=${await app?.find('/users', 'Kim Tran')}`
    await expect(canvas.getByRole('link', { name: 'No employee code' })).toHaveAttribute('href', href)
  },
})

/** An export appears among the batches, with equal hours in the file and the weeks. */
export const Exported = meta.story({
  tags: ['whole'],
  beforeEach: approveAll,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await button(/^Export \d+ weeks$/))
    await expect(await canvas.findByText('Batch 2')).toBeVisible()
    const [tieOut] = await canvas.findAllByText(/^[\d.]+ hours in the file, [\d.]+ in the weeks$/)
    const [file, weeks] = tieOut?.textContent?.match(/[\d.]+/g) ?? []
    await expect(Number(file)).toBeGreaterThan(300)
    await expect(file).toBe(weeks)
    await userEvent.click(canvas.getByText('By person'))
    await waitFor(() => expect(canvas.getAllByText('In batch 8').length).toBeGreaterThan(5))
  },
})

export const ExportedDark = meta.story({ ...Exported.input, tags: ['whole'], globals: { theme: 'dark' } })

export const ExportedOnPhone = meta.story({ ...Exported.input, globals: phone })

/** Of a week that was reopened after its export, what changed is exported, not the whole week. */
export const Changed = meta.story({
  tags: ['whole'],
  globals: admin,
  beforeEach: async ({ app }) => {
    const day = addDays(lastWeek(), -7)
    const weeks = await app?.http<{ id: number; user_id: number }[]>('/api/timecards', {
      query: { from: day, to: day },
    })
    const [week] = weeks ?? []
    const step = (name: string, body: object) =>
      app?.http(`/api/timecards/${week?.id}/${name}`, { method: 'POST', body })
    await step('reopen', { reason: 'Forgot the shop' })
    const entry = { user_id: week?.user_id, type: 'shop', hours: 0.5, date: addDays(day, 6) }
    await app?.http('/api/time_entries', { method: 'POST', body: entry })
    await step('approve', { exception: 'Outage' })
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await button('Weeks before'))
    await userEvent.click(await canvas.findByText('By person'))
    await expect(await canvas.findByText('Approved, corrects batch 7')).toBeVisible()
    await expect(canvas.getByText(/^1 week was exported before: what changed since is exported/)).toBeVisible()
    const changes = within(await canvas.findByRole('list', { name: 'Changed since export' }))
    await expect(changes.getByText('+0.50')).toBeVisible()
    await userEvent.click(await button('Export changes'))
    await expect(await canvas.findByText('0.50 hours in the file, 0.50 in the weeks')).toBeVisible()
    await expect(await button('All exported')).toBeDisabled()
    await waitFor(() => expect(canvas.queryByRole('list', { name: 'Changed since export' })).toBeNull())
  },
})

/** Weeks approved later can be exported by themselves. */
export const Late = meta.story({
  tags: ['whole'],
  beforeEach: async (context) => {
    await approveAll(context)
    const day = lastWeek()
    await context.app?.http('/api/payroll_batches', {
      method: 'POST',
      body: { starts_on: day, ends_on: addDays(day, 6), mapping_id: 1 },
    })
    const name = { name: 'Late Worker', role: 'employee', has_access: false, track_time: true, employee_code: 'L1' }
    const http = context.app?.http
    const worker = await http?.<{ id: number }>('/api/users', { method: 'POST', body: name })
    const entry = { user_id: worker?.id, type: 'shop', hours: 8, date: addDays(day, 1) }
    await http?.('/api/time_entries', { method: 'POST', body: entry })
    await approveAll(context)
  },
  globals: admin,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await button('Export 1 week'))
    await expect(await canvas.findByText('8.00 hours in the file, 8.00 in the weeks')).toBeVisible()
  },
})

/** A batch that left is reversed, with a reason, by another one that takes its rows back. */
export const Reversed = meta.story({
  tags: ['whole'],
  globals: admin,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await button('More of batch 1'))
    await choose(userEvent, 'Reverse batch')
    const dialog = within(await screen.findByRole('dialog'))
    await userEvent.type(dialog.getByRole('textbox'), 'Sent to the wrong company')
    await userEvent.click(dialog.getByRole('button', { name: 'Reverse batch' }))
    await expect(await canvas.findByText(/: “Sent to the wrong company”$/)).toBeVisible()
  },
})

/** Office staff can download files but not reverse batches. */
export const OfficeMenu = meta.story({
  tags: ['whole'],
  play: async ({ userEvent }) => {
    await userEvent.click(await button('More of batch 1'))
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Per worker' })).toBeVisible())
    await expect(screen.getAllByRole('menuitem', { name: /^Certified / })[0]).toBeVisible()
    await expect(screen.queryByRole('menuitem', { name: 'Reverse batch' })).toBeNull()
  },
})

type Acts = Parameters<typeof choose>[0] & { click: (element: Element) => Promise<void> }
/** Opens the dialog of a new mapping from a layout. */
async function addMapping(userEvent: Acts, layout: string) {
  await userEvent.click(await button('Add mapping'))
  await choose(userEvent, layout)
  return within(await screen.findByRole('dialog', { name: 'Add Mapping' }))
}

/** A mapping can be added with other headers and another order; errors appear at their inputs. */
export const Mapping = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const dialog = await addMapping(userEvent, 'Like Sage')
    await userEvent.type(dialog.getByRole('textbox', { name: /Name/ }), 'Foundation')
    dialog.getByRole('button', { name: 'Move Employee code' }).focus()
    await userEvent.keyboard('{ArrowUp}')
    const header = dialog.getByRole('textbox', { name: 'Pay type' })
    await userEvent.clear(header)
    await userEvent.click(dialog.getByRole('button', { name: 'Remove Units' }))
    await userEvent.click(dialog.getByRole('combobox', { name: 'Add a column' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Hours' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await dialog.findByText('Columns must give every column a header.')).toBeVisible()
    await userEvent.type(header, 'Earning')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(canvas.getByRole('combobox', { name: 'Mapping' })).toHaveTextContent('Foundation'))
    await userEvent.click(await button('Edit mapping'))
    const again = within(await screen.findByRole('dialog', { name: 'Edit Mapping' }))
    const headers = again.getAllByRole('textbox').map((input) => (input instanceof HTMLInputElement ? input.value : ''))
    await expect(headers).toEqual([
      'Foundation',
      'Employee',
      'Date',
      'Job',
      'Cost Code',
      'Certified',
      'Class',
      'Earning',
      'Hours',
    ])
  },
})

/** A mapping starts from a program's layout, whose example follows what is typed. */
export const MappingOfLayout = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const lines = () => screen.getAllByRole('row').map(({ children }) => [...children].map((one) => one.textContent))
    const first = await addMapping(userEvent, 'Viewpoint Spectrum, pre-time cards')
    await expect(first.queryByRole('textbox', { name: /Company/ })).toBeNull()
    await expect(lines()[1]).toEqual(['12', 'E104', '', 'R', '8.00', '26-001', '26-001.26.120', '', '11/02/26'])
    await userEvent.click(first.getByRole('button', { name: 'Cancel' }))
    const dialog = await addMapping(userEvent, 'QuickBooks Desktop, timer activities')
    await expect(dialog.getByDisplayValue('QuickBooks Desktop, timer activities')).toBeVisible()
    await userEvent.type(dialog.getByRole('textbox', { name: 'Company' }), 'Three Rivers Electric')
    // Per diem is left out: overtime, and the day off without a job.
    await expect(lines().slice(2)).toEqual([
      ['TIMEACT', '11/02/26', 'Desert Ridge:Canyon Lakes', 'Kim Tran', '26-001.26.120', '', '1:30', '', 'OT', '0'],
      ['TIMEACT', '11/03/26', '', 'Kim Tran', '', '', '8:00', '', 'VAC', '0'],
    ])
    await userEvent.type(dialog.getByRole('textbox', { name: 'VAC' }), 'Vacation')
    await userEvent.type(dialog.getByRole('textbox', { name: 'Text of PROJ' }), 'Field')
    await expect(lines().at(-1)?.slice(7)).toEqual(['Field', 'Vacation', '0'])
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(canvas.getByRole('combobox', { name: 'Mapping' })).toHaveTextContent('QuickBooks'))
  },
})

export const MappingOnPhone = meta.story({
  globals: { ...phone, theme: 'dark' },
  play: async ({ userEvent }) => {
    await userEvent.click(await button('Edit mapping'))
    await screen.findByRole('dialog', { name: 'Edit Mapping' })
  },
})

export const Nothing = meta.story({
  tags: ['whole'],
  ...shows('Nothing to export.'),
  parameters: { path: '/payroll?from=2020-01-05' },
})

export const NoPermission = meta.story({
  tags: ['whole'],
  ...shows('You do not have permission to see this.'),
  globals: { person: 'foreman' },
})

export const Failed = meta.story({
  tags: ['whole'],
  ...shows('This could not be loaded.'),
  beforeEach: ({ msw }) =>
    void msw.use(http.get('/api/payroll_batches/preview', () => HttpResponse.json({}, { status: 500 }))),
})

export const Offline = meta.story({
  tags: ['whole'],
  ...shows('No connection.'),
  beforeEach: ({ msw }) => void msw.use(http.get('/api/payroll_batches/preview', () => HttpResponse.error())),
})

/** The week view links to the export for users who may export. */
export const FromTime = meta.story({
  tags: ['whole'],
  parameters: { path: '/time?view=week&day=2020-03-11' },
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('link', { name: 'Close week' })).toHaveAttribute(
      'href',
      '/payroll?from=2020-03-08',
    )
  },
})
