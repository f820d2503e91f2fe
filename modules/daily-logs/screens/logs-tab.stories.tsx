import { expect, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Daily logs of a project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/daily_logs') },
  globals: { person: 'foreman' },
})

/** A month beside its days, those without a log among them. */
export const Month = meta.story({
  play: async ({ canvas, userEvent }) => {
    const list = await canvas.findByRole('list', { name: 'Daily logs' })
    const isDraft = ({ textContent }: HTMLElement) => textContent?.includes('Draft')
    // On the first of a month there is no other.
    const drafts = within(list).getAllByRole('listitem').filter(isDraft).length
    await userEvent.click(canvas.getByText('Drafts'))
    await waitFor(() => expect(canvas.getByRole('list', { name: 'Daily logs' }).children.length).toBe(drafts))
    await expect(canvas.getByText('Draft', { selector: 'span' })).toBeVisible()
  },
})

export const Dark = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman', theme: 'dark' },
  play: async ({ canvas }) => {
    await canvas.findByRole('list', { name: 'Daily logs' })
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
