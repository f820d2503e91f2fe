import { expect, waitFor } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

/** What is written about an RFI: replies, mentions, and what happens to those on their way. */
const meta = preview.meta({
  title: 'Screens/Replies to an RFI',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/rfis') },
  globals: { person: 'manager', viewport: { value: 'desk' } },
})

/** Markup in a reply is shown as text. */
export const Reply = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Feeder route above stage/ }))
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Reply' }), '38 ft <b>of 4"</b> @Kim Tran')
    await userEvent.click(canvas.getByRole('button', { name: 'Send' }))
    await waitFor(() => expect(canvas.getByText('@Kim Tran')).toBeVisible())
    await expect(canvas.getByText(/38 ft <b>of 4"<\/b>/)).toBeVisible()
    await expect(canvas.getByRole('textbox', { name: 'Reply' })).toHaveValue('')
  },
})

/** Who leaves while a reply is on its way finds no draft of it when they come back. */
export const LeftWhileSending = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Feeder route above stage/ }))
    await userEvent.type(await canvas.findByRole('textbox', { name: 'Reply' }), 'On its way')
    canvas.getByRole('button', { name: 'Send' }).click()
    canvas.getByRole('link', { name: 'RFIs' }).click()
    await waitFor(() => expect(canvas.queryByRole('textbox', { name: 'Reply' })).toBeNull())
    await userEvent.click(await canvas.findByRole('link', { name: /Feeder route above stage/ }))
    await waitFor(() => expect(canvas.getAllByText('On its way')).toHaveLength(1))
    await expect(canvas.getByRole('textbox', { name: 'Reply' })).toHaveValue('')
  },
})

/** Typing `@` offers people by the names typed so far; Enter takes the first. */
export const Mention = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Feeder route above stage/ }))
    const reply = await canvas.findByRole('textbox', { name: 'Reply' })
    await userEvent.type(reply, 'Ask @ki')
    await canvas.findByRole('button', { name: 'Kim Tran' })
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(reply).toHaveValue('Ask @Kim Tran '))
    await userEvent.keyboard('or @pri')
    await userEvent.click(await canvas.findByRole('button', { name: 'Priya Shah' }))
    await waitFor(() => expect(reply).toHaveValue('Ask @Kim Tran or @Priya Shah '))
    await expect(reply).toHaveFocus()
  },
})
