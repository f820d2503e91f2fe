import { expect, screen, waitFor, within } from 'storybook/test'
import { shows } from '#blocks/story.tsx'
import preview, { App, at } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Users', component: App, parameters: { path: '/users' } })
const phone = { viewport: { value: 'phone' } }

export const Admin = meta.story(shows('Kim Tran'))

export const Dark = meta.story({ ...Admin.input, globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: phone })

/** The screen requires edit permission on users. */
export const NoPermission = meta.story({
  globals: { person: 'office' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('You do not have permission to see this.')).toBeVisible())
  },
})

export const Adding = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add user' }))
    await screen.findByRole('dialog')
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    for (const name of ['Name', 'Email', 'Role'])
      await waitFor(() => expect(screen.getByText(`${name} is required`)).toBeVisible())
    // Who has no access needs no mail.
    await userEvent.click(screen.getByRole('checkbox', { name: /^Has access/ }))
    await userEvent.click(screen.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByText('Email is required')).toBeNull())

    await userEvent.type(screen.getByLabelText(/^Password/, { selector: 'input' }), 'plumb bob')
    const again = screen.getByLabelText(/^Confirm password/, { selector: 'input' })
    await userEvent.type(again, 'plumb')
    await expect(screen.queryByText('The passwords do not match.')).toBeNull()
    await userEvent.type(again, 's')
    await expect(screen.getByText('The passwords do not match.')).toBeVisible()
  },
})

export const AddingOnPhone = meta.story({ ...Adding.input, globals: phone })

/** Values entered for a contact are not saved after switching the form to a team member. */
export const OtherKind = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add user' }))
    const form = within(await screen.findByRole('dialog'))
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Abe Aaron')
    await userEvent.type(form.getByRole('textbox', { name: /^Email/ }), 'abe@x.example')
    await userEvent.click(form.getByText('Contact'))
    await userEvent.click(await form.findByRole('combobox', { name: 'Contact type' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Architect' }))
    await userEvent.click(form.getByText('Team member'))
    await userEvent.click(await form.findByRole('combobox', { name: /^Role/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Foreman' }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await userEvent.click(await canvas.findByRole('link', { name: /Abe Aaron/ }))
    await screen.findByRole('dialog', { name: 'Edit Team Member' })
  },
})

const abe = { name: 'Abe Aaron', email: 'abe@x.example', role: 'foreman', has_access: true }

/** Those who never signed in are invited together, after a question that names them. */
export const InvitedAll = meta.story({
  async beforeEach({ app }) {
    await app?.http('/api/users', { method: 'POST', body: abe })
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Invite all' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Invite 1 person who never signed in?' }))
    await expect(question.getByText(/Abe Aaron/)).toBeVisible()
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
  },
})

export const Editing = meta.story({
  parameters: { path: at('/users', 'Kim Tran', (id) => `/users?person=${id}`) },
  play: async () => {
    await screen.findByRole('dialog')
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Kim Tran'))
  },
})

export const EditingDark = meta.story({ ...Editing.input, globals: { theme: 'dark' } })

export const Importing = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Import' }))
    await screen.findByRole('dialog')
  },
})
