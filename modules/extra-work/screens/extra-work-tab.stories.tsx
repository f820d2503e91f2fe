import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'
import { drawOn } from '../../../src/ui/signature/draw.fixture.ts'

const meta = preview.meta({
  title: 'Screens/Extra work of a project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/extra_work') },
  globals: { person: 'foreman' },
})

/** Recorded on site: what and why, who, with what; then signed for on the same phone, after which it cannot be changed. */
export const Signed = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add ticket' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Add extra work ticket' }))
    await userEvent.type(dialog.getByRole('textbox', { name: 'Title' }), 'Relocate a panel')
    const people = within(dialog.getByRole('group', { name: 'People' }))
    await userEvent.click(people.getByRole('button', { name: 'Add to people' }))
    const line = within(people.getByRole('group', { name: 'People 1' }))
    await userEvent.type(line.getByRole('textbox', { name: 'Name' }), 'Luis Ortega')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    await expect(await line.findByText('Hours is required')).toBeVisible()
    await userEvent.type(line.getByLabelText(/^Hours/), '3:30')
    await userEvent.click(dialog.getByRole('button', { name: 'Save' }))
    const card = within(await canvas.findByRole('region', { name: 'People' }))
    await expect(card.getByText('3.50 h')).toBeVisible()
    await userEvent.click(canvas.getByRole('button', { name: 'Sign' }))
    const signing = within(await screen.findByRole('dialog', { name: 'Sign' }))
    await expect(signing.getByText('I confirm this work: Relocate a panel, 3.50 h by 1 person.')).toBeVisible()
    await userEvent.type(signing.getByRole('textbox', { name: 'Name of who signs' }), 'Dana Whitfield')
    await userEvent.click(signing.getByRole('button', { name: 'Sign' }))
    await expect(await signing.findByText('Signature is required')).toBeVisible()
    await drawOn(signing.getByRole('img', { name: 'Sign here with your finger' }))
    await userEvent.click(signing.getByRole('button', { name: 'Sign' }))
    await waitFor(() => expect(canvas.getByText(/^Signed by Dana Whitfield/)).toBeVisible())
  },
})

/** A guest sees what is shared, and neither prices nor what could be changed. */
export const Guest = meta.story({
  tags: ['whole'],
  globals: { person: 'customer' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /Move three floor boxes/ }))
    await expect(await canvas.findByText(/^Signed by Jo Reyes/)).toBeVisible()
    await expect(canvas.queryByText('$81.00')).toBeNull()
    await expect(canvas.queryByText('Standby for the fire alarm test')).toBeNull()
    await expect(canvas.queryByRole('button', { name: 'Add ticket' })).toBeNull()
  },
})
