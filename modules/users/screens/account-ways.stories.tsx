import { http, HttpResponse } from 'msw'
import { expect, screen, within } from 'storybook/test'
import preview, { answeredWith, App, runningClock } from '../../../.storybook/preview.tsx'

/** How one signs in, as My account shows it, and what asks who it is. */
const meta = preview.meta({
  title: 'Screens/My account/Ways to sign in',
  component: App,
  parameters: { path: '/account' },
})

/** Days ago. */
const at = (days: number) => new Date(runningClock.now().getTime() - days * 86_400_000).toISOString()
const passkey = { id: 1, name: 'MacBook in the office', created_at: at(200), used_at: null }
const event = { detail: null, browser: 'Chrome on Mac', address: '203.0.113.7', times: 1 }
const methods = {
  passkeys: [passkey, { ...passkey, id: 2, name: 'iPhone' }],
  password: { changed_at: at(100) },
  authenticator: { since: at(200), codes_left: 7 },
  lately: [
    { ...event, at: at(9), event: 'signed in by a passkey' },
    { ...event, at: at(60), event: 'wrong password', times: 3, browser: null },
  ],
  mails: true,
}

/** With passkeys, a password and an app, and what happened lately. */
export const Ways = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) => void msw.use(http.get('/user/sign-in-methods', () => HttpResponse.json(methods))),
  play: async ({ canvas }) => {
    const card = within(await canvas.findByRole('region', { name: 'How you sign in' }))
    await expect(card.getByText('Passkey, iPhone')).toBeVisible()
    await expect(card.getByText(/7 recovery codes left/)).toBeVisible()
    const lately = within(canvas.getByRole('region', { name: 'Lately' }))
    await expect(lately.getByText('3 wrong passwords')).toBeVisible()
  },
})

export const WaysDark = meta.story({ ...Ways.input, tags: ['whole'], globals: { theme: 'dark' } })

export const WaysOnPhone = meta.story({ ...Ways.input, globals: { viewport: { value: 'phone' } } })

/** What is dangerous asks who it is, and goes on with what was begun. */
export const IsItYou = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) =>
    void msw.use(
      http.post(
        '/user/two-factor-authentication',
        () => HttpResponse.json({ message: 'Confirm that it is you.' }, { status: 423 }),
        {
          once: true,
        },
      ),
    ),
  play: async ({ canvas, userEvent }) => {
    const card = within(await canvas.findByRole('region', { name: 'How you sign in' }))
    await userEvent.click(card.getByRole('button', { name: 'Set up' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    await userEvent.type(await dialog.findByLabelText('Password'), 'wrong')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    await expect(await dialog.findByText('The password is incorrect.')).toBeVisible()
    await userEvent.clear(dialog.getByLabelText('Password'))
    await userEvent.type(dialog.getByLabelText('Password'), 'plumbline')
    await userEvent.click(dialog.getByRole('button', { name: 'Continue' }))
    await expect(await canvas.findByRole('img', { name: 'Code to scan with the app' })).toBeVisible()
  },
})

/** Somebody who cancels sees why nothing was changed. */
export const NotYou = meta.story({
  ...IsItYou.input,
  play: async ({ canvas, userEvent }) => {
    const card = within(await canvas.findByRole('region', { name: 'How you sign in' }))
    await userEvent.click(card.getByRole('button', { name: 'Set up' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Is it you?' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }))
    await expect(await card.findByText('Confirm that it is you.')).toBeVisible()
  },
})

/** A company that asks for more than a password shows nothing else. */
export const MustAdd = meta.story({
  tags: ['whole'],
  async beforeEach({ app, msw }) {
    msw.use(http.get('/api/user', answeredWith({ must_add: true })))
    await app?.services.session.fetchUser()
  },
  play: async ({ canvas }) => {
    const title = 'Your company asks for a passkey or an authenticator app'
    await expect(await canvas.findByRole('heading', { name: title })).toBeVisible()
    await expect(canvas.queryByRole('region', { name: 'How you sign in' })).toBeNull()
  },
})
