import { expect, screen, waitFor, within } from 'storybook/test'
import { shows } from '#blocks/story.tsx'
import preview, { App, at } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Users', component: App, parameters: { path: '/users' } })
const phone = { viewport: { value: 'phone' } }

export const Admin = meta.story(shows('Kim Tran'))

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Admin.input, globals: phone })

/** The screen requires edit permission on users. */
export const NoPermission = meta.story({
  globals: { person: 'office' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('You do not have permission to see this.')).toBeVisible())
  },
})

export const Adding = meta.story({
  tags: ['whole'],
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
  tags: ['whole'],
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

/** A contact whose role reads like one of the team's becomes no member of the team. */
export const ContactCalledForeman = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add user' }))
    const form = within(await screen.findByRole('dialog'))
    await userEvent.click(form.getByText('Contact'))
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Abe Aaron')
    await userEvent.type(form.getByRole('textbox', { name: /^Email/ }), 'abe@x.example')
    await userEvent.type(form.getByRole('textbox', { name: /^Role/ }), 'foreman')
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await expect(await form.findByText('Choose a customer or a contact type.')).toBeVisible()
    await userEvent.click(form.getByRole('combobox', { name: 'Contact type' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Architect' }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Add Contact' })).toBeNull())
  },
})

const copied: string[] = []
const abe = { name: 'Abe Aaron', email: 'abe@x.example', role: 'foreman', has_access: true }

/** Those who never signed in are invited together, after a question that names them. */
export const InvitedAll = meta.story({
  tags: ['whole'],
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

/** Stories have no mail server, so the links are shown to be handed over. */
export const HandedOver = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    await app?.http('/api/users', { method: 'POST', body: abe })
    copied.length = 0
    const { clipboard } = navigator
    const own = { writeText: async (text: string) => void copied.push(text) }
    Object.defineProperty(navigator, 'clipboard', { value: own, configurable: true })
    return () => Object.defineProperty(navigator, 'clipboard', { value: clipboard, configurable: true })
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Invite all' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Invite 1 person who never signed in?' }))
    await userEvent.click(question.getByRole('button', { name: 'Invite' }))
    const handing = within(await screen.findByRole('alertdialog', { name: 'Hand over this link' }))
    await expect(handing.getByText(/Nothing was mailed/)).toBeVisible()
    const link = handing.getByRole<HTMLInputElement>('textbox', { name: 'Abe Aaron' })
    await expect(link.value).toMatch(/\/invite\?token=\w{64}$/)
    await userEvent.click(handing.getByRole('button', { name: 'Copy the link for Abe Aaron' }))
    await screen.findByText('Link copied.')
    await expect(copied).toEqual([link.value])
  },
})
export const HandedOverDark = meta.story({ ...HandedOver.input, tags: ['whole'], globals: { theme: 'dark' } })
export const HandedOverOnPhone = meta.story({ ...HandedOver.input, globals: phone })

/** Someone added with an invitation gets a link too, and someone who has a password gets one to choose another. */
export const HandedOverFromForm = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Add user' }))
    const form = within(await screen.findByRole('dialog', { name: 'Add Team Member' }))
    await userEvent.type(form.getByRole('textbox', { name: /^Name/ }), 'Abe Aaron')
    await userEvent.type(form.getByRole('textbox', { name: /^Email/ }), 'abe@x.example')
    await userEvent.click(await form.findByRole('combobox', { name: /^Role/ }))
    await userEvent.click(await screen.findByRole('option', { name: 'Foreman' }))
    await userEvent.click(form.getByRole('button', { name: 'Save' }))
    const handing = within(await screen.findByRole('alertdialog', { name: 'Hand over this link' }))
    await expect(handing.getByText('It works once, within 7 days.')).toBeVisible()
    await userEvent.click(handing.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())

    await userEvent.click(await canvas.findByRole('link', { name: /Kim Tran/ }))
    const editing = within(await screen.findByRole('dialog', { name: 'Edit Team Member' }))
    await userEvent.click(await editing.findByRole('button', { name: 'Reset password' }))
    const reset = within(await screen.findByRole('alertdialog', { name: 'Hand over this link' }))
    await expect(reset.getByRole<HTMLInputElement>('textbox').value).toMatch(/\/reset-password\?token=\w{64}$/)
    await expect(reset.getByText('It works once, within 60 minutes.')).toBeVisible()
    await userEvent.click(reset.getByRole('button', { name: 'Done' }))
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull())
    await expect(editing.getByRole('textbox', { name: /^Name/ })).toHaveValue('Kim Tran')
  },
})

export const Editing = meta.story({
  tags: ['whole'],
  parameters: { path: at('/users', 'Kim Tran', (id) => `/users?person=${id}`) },
  play: async () => {
    await screen.findByRole('dialog')
    await waitFor(() => expect(screen.getByRole('textbox', { name: /^Name/ })).toHaveValue('Kim Tran'))
  },
})

export const EditingDark = meta.story({ ...Editing.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Importing = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Import' }))
    await screen.findByRole('dialog')
  },
})
