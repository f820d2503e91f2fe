import { signal } from '@preact/signals-react'
import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'
import { choose } from '#ui/story.tsx'

/** What a person does with the account they are signed in with: the menu, the profile, the password and signing out. */
const meta = preview.meta({ title: 'Shell/Account', component: App, parameters: { path: '/' } })
const phone = { viewport: { value: 'phone' } }
const nobody = { person: 'nobody' }

/** The menu offers the profile, the install guide and logout. */
export const UserMenu = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Dana Mercer, your account' }))
    for (const name of ['Profile', 'Install App', 'Logout'])
      await waitFor(() => expect(screen.getByRole('menuitem', { name })).toBeVisible())
  },
})

export const UserMenuDark = meta.story({ ...UserMenu.input, tags: ['whole'], globals: { theme: 'dark' } })

export const UserMenuOnPhone = meta.story({ ...UserMenu.input, globals: phone })

/** For a user without a password, the menu opens by itself and asks to set one. */
export const NoPasswordYet = meta.story({
  tags: ['whole'],
  async beforeEach({ app, msw }) {
    const user = await app?.http('/api/user')
    msw.use(http.get('/api/user', () => HttpResponse.json({ ...user, has_password: false })))
    await app?.services.session.fetchUser()
  },
  play: async () => {
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Set Password' })).toBeVisible())
    await expect(screen.getByText(/Welcome to Three Rivers Electric, Dana/)).toBeVisible()
  },
})

/** On a phone the welcome text wraps instead of being cut off. */
export const NoPasswordYetOnPhone = meta.story({
  ...NoPasswordYet.input,
  globals: phone,
  play: async () => {
    const menu = await screen.findByRole('menu')
    await waitFor(() => expect(menu.getBoundingClientRect().right).toBeLessThanOrEqual(window.innerWidth))
  },
})

export const SettingPassword = meta.story({
  ...NoPasswordYet.input,
  tags: ['whole'],
  play: async ({ userEvent }) => {
    await choose(userEvent, 'Set Password')
    await screen.findByRole('dialog', { name: 'Set Password' })
  },
})

export const Profile = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Dana Mercer, your account' }))
    await choose(userEvent, 'Profile')
    await screen.findByRole('dialog', { name: 'Profile' })
    await userEvent.click(await screen.findByRole('button', { name: 'Change Password' }))
    await screen.findByLabelText(/Confirm password/)
  },
})

export const ProfileOnPhone = meta.story({ ...Profile.input, globals: phone })

/** The install guide shows the steps for the selected device. */
export const InstallGuide = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Dana Mercer, your account' }))
    await choose(userEvent, 'Install App')
    await screen.findByRole('dialog', { name: 'Install App' })
    await userEvent.click(screen.getByText('iPhone or iPad'))
    await waitFor(() => expect(screen.getByText('Tap Add to Home Screen.')).toBeVisible())
  },
})

export const InstallGuideOnPhone = meta.story({ ...InstallGuide.input, globals: phone })

/** Signing out with unsent entries asks for confirmation and explains that they are kept. */
export const LoggingOutUnsent = meta.story({
  tags: ['whole'],
  async beforeEach({ app, msw }) {
    msw.use(http.post('/api/customers/store_many', () => HttpResponse.error()))
    const customer = app?.services.registry.entities.find(({ name }) => name === 'customer')
    const drafts = ['Acre', 'Hectare', 'Furlong'].map((name) => ({ name }))
    if (customer) await app?.services.api(customer).saveMany(drafts)
  },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Dana Mercer, your account' }))
    await choose(userEvent, 'Logout')
    const question = within(await screen.findByRole('alertdialog', { name: 'Log out?' }))
    const text = /^3 entries have not been sent. They stay on this \w+ until you sign in again.$/
    await waitFor(() => expect(question.getByText(text)).toBeVisible())
    await userEvent.click(question.getByRole('button', { name: 'Cancel' }))
    await expect(canvas.getByRole('button', { name: '3 entries not sent' })).toBeVisible()
  },
})

export const LoggingOutUnsentOnPhone = meta.story({ ...LoggingOutUnsent.input, globals: phone })

export const SignedOut = meta.story({
  globals: nobody,
  play: async ({ canvas }) => {
    const [bar] = await canvas.findAllByRole('button', { name: 'Login' })
    await expect(bar).toBeVisible()
    await expect(canvas.queryByRole('navigation', { name: 'Main' })).toBeNull()
  },
})

/** Whoever is signed out finds how to install the app as well. */
export const InstallingSignedOut = meta.story({
  tags: ['whole'],
  globals: nobody,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Install App' }))
    const guide = within(await screen.findByRole('dialog', { name: 'Install App' }))
    await userEvent.click(guide.getByText('iPhone or iPad'))
    await expect(guide.getByText('Tap Add to Home Screen.')).toBeVisible()
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
})

export const Login = meta.story({
  globals: nobody,
  play: async ({ canvas, userEvent }) => {
    const [bar] = await canvas.findAllByRole('button', { name: 'Login' })
    if (bar) await userEvent.click(bar)
    await screen.findByRole('dialog', { name: 'Login' })
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Email' })).toHaveFocus())
  },
})

export const LoginDark = meta.story({ ...Login.input, tags: ['whole'], globals: { ...nobody, theme: 'dark' } })

export const LoginOnPhone = meta.story({ ...Login.input, globals: { ...nobody, ...phone } })

/** A failed login shows the error at its field and keeps the typed values. */
export const WrongLogin = meta.story({
  tags: ['whole'],
  globals: nobody,
  play: async (context) => {
    await Login.input.play?.(context)
    const { userEvent } = context
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'admin@plumbline.test')
    await userEvent.type(screen.getByLabelText('Password'), 'plumb bob')
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(screen.getByText('These credentials do not match our records.')).toBeVisible())
    await expect(screen.getByRole('textbox', { name: 'Email' })).toHaveValue('admin@plumbline.test')
  },
})

/** The error disappears when either the email or the password is changed. */
export const CorrectedLogin = meta.story({
  tags: ['whole'],
  globals: nobody,
  play: async (context) => {
    await WrongLogin.input.play?.(context)
    const { userEvent } = context
    const wrong = () => screen.queryByText('These credentials do not match our records.')
    await userEvent.type(screen.getByLabelText('Password'), '!')
    await expect(wrong()).toBeNull()
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(wrong()).toBeVisible())
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), '.example')
    await expect(wrong()).toBeNull()
  },
})

/** Whoever asks for a link enters the code of the mail, or opens the link. */
export const LoginByMail = meta.story({
  tags: ['whole'],
  globals: nobody,
  beforeEach(context) {
    const { app, msw } = context
    if (!app) return
    const settings = signal({ ...app.services.settings.value, features: ['sign_in', 'sign_in_links', 'passkeys'] })
    context.app = { ...app, services: { ...app.services, settings } }
    msw.use(http.post('/login/link', () => new HttpResponse(null, { status: 204 })))
  },
  play: async (context) => {
    await Login.input.play?.(context)
    const { userEvent } = context
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'manager@plumbline.test')
    await expect(screen.getByRole('button', { name: 'Use a passkey' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Email me a link' }))
    await screen.findByRole('dialog', { name: 'Look into your mail' })
    await userEvent.click(await screen.findByRole('textbox', { name: 'Code, digit 1 of 6' }))
    await userEvent.paste('000000')
    await waitFor(() => expect(screen.getByText('This code is not right, or its time is over.')).toBeVisible())
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Code, digit 1 of 6' })).toHaveValue(''))
    await waitFor(() => expect(screen.getByRole('textbox', { name: 'Code, digit 1 of 6' })).toHaveFocus())
  },
})

export const LoginByMailOnPhone = meta.story({ ...LoginByMail.input, globals: { ...nobody, ...phone } })

/** An account with an authenticator app asks for its code, or for a recovery code. */
export const LoginWithApp = meta.story({
  tags: ['whole'],
  globals: nobody,
  beforeEach: ({ msw }) =>
    void msw.use(
      http.post('/login', () => HttpResponse.json({ two_factor: true })),
      http.post('/two-factor-challenge', () =>
        HttpResponse.json({ message: 'This code is not right, or its time is over.' }, { status: 422 }),
      ),
    ),
  play: async (context) => {
    await Login.input.play?.(context)
    const { userEvent } = context
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'manager@plumbline.test')
    await userEvent.type(screen.getByLabelText('Password'), 'plumbline')
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Authenticator app' }))
    await userEvent.click(await dialog.findByRole('textbox', { name: 'Code, digit 1 of 6' }))
    await userEvent.paste('000000')
    await expect(await dialog.findByText('This code is not right, or its time is over.')).toBeVisible()
    await userEvent.click(dialog.getByRole('button', { name: 'Use a recovery code' }))
    // It asks, and has not sent the empty field.
    await expect(dialog.getByRole('textbox', { name: 'Recovery code' })).toBeValid()
    await expect(dialog.queryByText('This code is not right, or its time is over.')).toBeNull()
  },
})

export const LoginWithAppDark = meta.story({
  ...LoginWithApp.input,
  tags: ['whole'],
  globals: { ...nobody, theme: 'dark' },
})

/** Signing in with the dialog opens the home screen. */
export const SignedIn = meta.story({
  tags: ['whole'],
  globals: nobody,
  play: async (context) => {
    await Login.input.play?.(context)
    const { canvas, userEvent } = context
    await userEvent.type(screen.getByRole('textbox', { name: 'Email' }), 'manager@plumbline.test')
    await userEvent.type(screen.getByLabelText('Password'), 'plumbline')
    await userEvent.click(screen.getByRole('button', { name: 'Submit' }))
    await waitFor(() => expect(canvas.getByRole('heading', { name: /, Ray$/ })).toBeVisible())
  },
})
