import { expect, waitFor } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Daily logs of a project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/daily_logs') },
  globals: { person: 'foreman' },
})

/** All logs by month beside a month of days, those without a log among them. */
export const Month = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await canvas.findAllByRole('table', { name: 'Daily logs' })
    await userEvent.click(canvas.getByText(/^Drafts/))
    await waitFor(() => expect(canvas.queryByText('Complete', { selector: 'span' })).toBeNull())
    await userEvent.type(canvas.getByRole('searchbox', { name: 'Search daily logs' }), 'no such words')
    await canvas.findByText('Nothing here matches “no such words”.')
  },
})

export const Dark = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman', theme: 'dark' },
  play: async ({ canvas }) => {
    await canvas.findAllByRole('table', { name: 'Daily logs' })
  },
})

/** Who only reads logs is asked for none. */
export const Reading = meta.story({
  globals: { person: 'employee' },
  play: async ({ canvas }) => {
    await canvas.findAllByRole('table', { name: 'Daily logs' })
    await expect(canvas.queryByText(/missing$/)).toBeNull()
    await expect(canvas.queryByText(/^Drafts/)).toBeNull()
  },
})

/** A guest of the customer sees what was shared, and starts nothing. */
export const Customer = meta.story({
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Canyon Lakes Elementary' })).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Open today’s log' })).toBeNull()
  },
})
