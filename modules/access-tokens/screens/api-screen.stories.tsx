import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'
import { addDays, dayIn } from '#lib/days.ts'
import { choose } from '#ui/story.tsx'

const meta = preview.meta({ title: 'Screens/Setup/API', component: App, parameters: { path: '/setup/api' } })

/** Days ahead of the sample's present. */
const day = (ahead: number) => addDays(dayIn('America/Los_Angeles'), ahead)
const draft = { name: 'Sage connector', role: 'office_staff', abilities: ['timeEntries:write', 'projects:read'] }

export const Tokens = meta.story({
  tags: ['whole'],
  async beforeEach({ app }) {
    const made = { ...draft, expires_on: day(200) }
    await app?.http('/api/access_tokens/add_integration', { method: 'POST', body: made })
    await app?.http('/api/access_tokens', {
      method: 'POST',
      body: { name: 'Sheet sync', abilities: ['drawings:read'], expires_on: day(20) },
    })
  },
  play: async ({ canvas }) => {
    const company = within(await canvas.findByRole('region', { name: 'Company tokens' }))
    await expect(await company.findByText(/Read Projects · change Time entries · never used/)).toBeVisible()
    const own = within(canvas.getByRole('region', { name: 'People’s tokens' }))
    await expect(own.getByText(/Dana Mercer · Read Drawing sets/)).toBeVisible()
  },
})

export const Dark = meta.story({ ...Tokens.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Tokens.input, globals: { viewport: { value: 'phone' } } })

/** One for some kinds of records is made, shown once, and revoked after a question. */
export const Making = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'New token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New company token' }))
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'LCPtracker')
    await userEvent.click(dialog.getByRole('radio', { name: 'Some' }))
    const time = within(await dialog.findByRole('radiogroup', { name: 'Time entries' }))
    await userEvent.click(time.getByRole('radio', { name: 'Read' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Make token' }))
    const made = within(await canvas.findByRole('region', { name: 'Token made' }))
    await expect(made.getByText(/^\d+\|plb_\w{40}$/)).toBeVisible()
    await expect(made.getByText('Read Time entries')).toBeVisible()
    await userEvent.click(made.getByRole('button', { name: 'Done' }))
    await userEvent.click(canvas.getByRole('button', { name: 'More about LCPtracker' }))
    await choose(userEvent, 'Revoke')
    await screen.findByText('What uses “LCPtracker” is refused from then on.')
    await userEvent.click(screen.getByRole('button', { name: 'Revoke' }))
    await waitFor(() => expect(canvas.queryByText('LCPtracker')).toBeNull())
  },
})

/** Without anything that it may, none is made. */
export const Nothing = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'New token' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'New company token' }))
    await userEvent.type(dialog.getByRole('textbox', { name: /^Name/ }), 'Nothing')
    await userEvent.click(dialog.getByRole('radio', { name: 'Some' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Make token' }))
    await expect(await dialog.findByText('Choose at least one.')).toBeVisible()
  },
})

export const NothingOnPhone = meta.story({ ...Nothing.input, globals: { viewport: { value: 'phone' } } })
