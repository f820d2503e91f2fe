import { http, HttpResponse } from 'msw'
import { expect, screen, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/My account', component: App, parameters: { path: '/account' } })

/** Where one is signed in, who one is, and one's own tokens. */
export const Account = meta.story({
  tags: ['whole'],
  play: async ({ canvas }) => {
    const devices = within(await canvas.findByRole('region', { name: 'Devices' }))
    await expect(await devices.findByText('This device')).toBeVisible()
    await expect(await canvas.findByRole('region', { name: 'Access tokens' })).toBeVisible()
  },
})

export const Dark = meta.story({ ...Account.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Account.input, globals: { viewport: { value: 'phone' } } })

/** Tokens that could not be loaded are not taken for none. */
export const NotLoaded = meta.story({
  beforeEach: ({ msw }) => void msw.use(http.get('/api/access_tokens', () => HttpResponse.json({}, { status: 500 }))),
  play: async ({ canvas }) => {
    await expect(await canvas.findByRole('button', { name: 'Try again' })).toBeVisible()
    await expect(canvas.queryByText('You have none.')).toBeNull()
  },
})

/** The profile, with the password, is a press away. */
export const Profile = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Profile and password' }))
    await expect(await screen.findByRole('dialog', { name: 'Profile' })).toBeVisible()
  },
})
