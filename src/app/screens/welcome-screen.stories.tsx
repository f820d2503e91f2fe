import { expect, waitFor } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Welcome',
  component: App,
  parameters: { path: '/welcome' },
  globals: { person: 'nobody' },
})
const nobody = { person: 'nobody' }

export const Desk = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: 'Three Rivers Electric' })).toBeVisible())
    await expect(canvas.getByText('Sign in to see your projects, schedule and time.')).toBeVisible()
  },
})

export const Dark = meta.story({ ...Desk.input, tags: ['whole'], globals: { ...nobody, theme: 'dark' } })

export const Phone = meta.story({ ...Desk.input, globals: { ...nobody, viewport: { value: 'phone' } } })

/** Signed-out users are redirected here from any path. */
export const FromElsewhere = meta.story({ ...Desk.input, parameters: { path: '/projects/1' } })

/** Without a network the page explains that signing in is not possible. */
export const Offline = meta.story({
  beforeEach() {
    dispatchEvent(new Event('offline'))
    return () => void dispatchEvent(new Event('online'))
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(/You can sign in as soon as you are back online/)).toBeVisible())
  },
})
