import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

/** An RFI that is asked on a phone, where the question came up. */
const meta = preview.meta({
  title: 'Screens/RFI from the field',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/rfis') },
})

/** On a phone the photo comes first, then the question; what is formal is folded until it is asked for or wrong. */
export const FromTheField = meta.story({
  tags: ['whole'],
  globals: { person: 'foreman', viewport: { value: 'phone' } },
  play: async ({ canvas, userEvent }) => {
    await canvas.findByRole('link', { name: /Feeder route above stage/ })
    await userEvent.click(await screen.findByRole('button', { name: 'Add RFI' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add RFI' }))
    const [camera, title] = [
      form.getByRole('button', { name: 'Take photo' }),
      form.getByRole('textbox', { name: 'Title' }),
    ]
    await expect(camera.compareDocumentPosition(title)).toBe(Node.DOCUMENT_POSITION_FOLLOWING)
    await userEvent.type(title, 'Which box?')
    await userEvent.type(form.getByRole('textbox', { name: 'Question' }), 'The one at the left?')
    const number = form.getByLabelText('Number')
    await expect(number).not.toBeVisible()
    await userEvent.click(form.getByText('More'))
    await userEvent.clear(number)
    await userEvent.type(number, '14')
    await userEvent.click(form.getByText('More'))
    await expect(number).not.toBeVisible()
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(number).toBeVisible())
    await expect(number).toBeInvalid()
  },
})
