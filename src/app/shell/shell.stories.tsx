import { signal } from '@preact/signals-react'
import { HttpResponse, http } from 'msw'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'
import { choose } from '#ui/story.tsx'
import { Shell } from './shell.tsx'

const meta = preview.meta({ title: 'Shell/Bars', component: App, parameters: { path: '/' } })
const version = { waits: signal(false), takeOver: fn() }
const phone = { viewport: { value: 'phone' } }

/** The collapsed sidebar shows only icons. */
export const SidebarCollapsed = meta.story({
  tags: ['whole'],
  play: async ({ canvas }) => {
    const main = await canvas.findByRole('navigation', { name: 'Main' })
    await expect(within(main).getByRole('link', { name: 'Projects' })).toBeVisible()
    await expect(within(main).getByRole('link', { name: 'Home' })).toHaveAttribute('aria-current', 'page')
    await expect(main.getBoundingClientRect().width).toBe(48)
  },
})

export const SidebarExpanded = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Menu' }))
    const main = canvas.getByRole('navigation', { name: 'Main' })
    await waitFor(() => expect(main.getBoundingClientRect().width).toBe(224))
  },
})

export const SidebarExpandedDark = meta.story({ ...SidebarExpanded.input, tags: ['whole'], globals: { theme: 'dark' } })

/** On a phone the navigation is a drawer. */
export const PhoneMenu = meta.story({
  globals: phone,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Menu' }))
    const drawer = within(await screen.findByRole('dialog', { name: 'Menu' }))
    await waitFor(() => expect(drawer.getByRole('link', { name: 'Projects' })).toBeVisible())
  },
})

export const PhoneMenuDark = meta.story({ ...PhoneMenu.input, tags: ['whole'], globals: { ...phone, theme: 'dark' } })

/** The bottom bar has back, projects and the page's main action. */
export const BottomBar = meta.story({
  tags: ['whole'],
  globals: phone,
  parameters: { path: '/projects' },
  play: async ({ canvas }) => {
    const bar = within(await canvas.findByRole('navigation', { name: 'Shortcuts' }))
    await expect(bar.getByRole('button', { name: 'Back' })).toBeVisible()
    await expect(bar.getByRole('link', { name: 'Projects' })).toBeVisible()
    await expect(await bar.findByRole('button', { name: 'Add project' })).toBeVisible()
  },
})

/** Offline, a banner warns that the data may be outdated. */
export const NoConnection = meta.story({
  parameters: { path: '/projects' },
  beforeEach() {
    dispatchEvent(new Event('offline'))
    return () => void dispatchEvent(new Event('online'))
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(/No connection/)).toBeVisible())
  },
})

export const NoConnectionOnPhone = meta.story({ ...NoConnection.input, globals: phone })

/** Offline, the banner and the outbox button show the unsent entries. */
export const SafeOnThisDevice = meta.story({
  tags: ['whole'],
  parameters: { path: '/projects' },
  async beforeEach({ app, msw }) {
    msw.use(http.post('/api/customers/store_many', () => HttpResponse.error()))
    const customer = app?.services.registry.entities.find(({ name }) => name === 'customer')
    const drafts = ['Acre', 'Hectare', 'Furlong'].map((name) => ({ name }))
    if (customer) await app?.services.api(customer).saveMany(drafts)
    dispatchEvent(new Event('offline'))
    return () => void dispatchEvent(new Event('online'))
  },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText(/^No connection. 3 entries are safe on this/)).toBeVisible())
    await expect(canvas.getByRole('button', { name: '3 entries not sent' })).toBeVisible()
  },
})

/** A lost live connection is also shown, after a delay. */
export const NothingLive = meta.story({
  tags: ['whole'],
  beforeEach({ app }) {
    if (app) app.services.connection = signal('connecting')
  },
  play: async ({ canvas }) => {
    await expect(canvas.queryByText(/^No connection/)).toBeNull()
    await canvas.findByText('No connection. What you see may have changed since.')
  },
})

export const SafeOnThisPhone = meta.story({ ...SafeOnThisDevice.input, globals: phone })
export const SafeOnThisPhoneDark = meta.story({
  ...SafeOnThisDevice.input,
  tags: ['whole'],
  globals: { ...phone, theme: 'dark' },
})

/** The outbox dialog can send waiting entries immediately. */
export const NotSentYet = meta.story({
  ...SafeOnThisDevice.input,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: '3 entries not sent' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Not sent yet' }))
    await userEvent.click(dialog.getByRole('button', { name: 'Send now' }))
    await waitFor(() => expect(dialog.getByText('Waiting')).toBeVisible())
  },
})

export const NotSentYetOnPhone = meta.story({ ...NotSentYet.input, globals: phone })

/** If the server refuses a waiting entry, a toast appears on any screen. */
export const NotAccepted = meta.story({
  tags: ['whole'],
  parameters: { path: '/projects' },
  async beforeEach({ app, msw }) {
    let there = false
    msw.use(http.post('/api/customers/store_many', () => (there ? undefined : HttpResponse.error())))
    const customer = app?.services.registry.entities.find(({ name }) => name === 'customer')
    if (customer) await app?.services.api(customer).saveMany([{ name: '' }])
    there = true
  },
  play: async ({ app, canvas, userEvent }) => {
    await app?.services.writes.wake()
    await waitFor(() => expect(screen.getByText('1 entry was not accepted.')).toBeVisible())
    await expect(canvas.getByRole('button', { name: '1 entry not sent, 1 not accepted' })).toBeVisible()
    await userEvent.click(screen.getByRole('button', { name: 'Show' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Not sent yet' }))
    await waitFor(() => expect(dialog.getByText('Name is required')).toBeVisible())
    await waitFor(() => expect(screen.queryByText('1 entry was not accepted.')).toBeNull())
  },
})

/** No content is shown until the current user is known. */
export const Starting = meta.story({
  tags: ['whole'],
  render: () => <Shell boot={{ phase: signal('starting'), retry: fn() }} version={version} />,
})

const retry = fn()
/** If the reference data cannot be loaded, an error with a retry button is shown. */
export const StartFailed = meta.story({
  render: () => <Shell boot={{ phase: signal('failed'), retry }} version={version} />,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Try again' }))
    await expect(retry).toHaveBeenCalled()
  },
})

/** The shortcut of the app's icon on a phone opens Enter Time. */
export const OpenedAtEnterTime = meta.story({
  tags: ['whole'],
  parameters: { path: '/?shortcut=enter-time' },
  globals: { ...phone, person: 'foreman' },
  play: async ({ userEvent }) => {
    const dialog = await screen.findByRole('dialog', { name: /Time Entry/ })
    await userEvent.click(within(dialog).getByRole('button', { name: 'Close' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  },
})

/** Of someone who enters no time for others, the same shortcut opens the own week. */
export const OpenedAtOwnTime = meta.story({
  tags: ['whole'],
  parameters: { path: '/?shortcut=enter-time' },
  globals: { ...phone, person: 'employee' },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: /^My Time/ })
  },
})

/** A failed action shows an error toast that stays until dismissed. */
export const ErrorToast = meta.story({
  tags: ['whole'],
  parameters: { path: at('/projects', 'Canyon Lakes Elementary') },
  beforeEach: ({ msw }) => void msw.use(http.post('/api/projects/:id/archive', () => HttpResponse.error())),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'More' }))
    await choose(userEvent, 'Archive')
    await userEvent.click(await screen.findByRole('button', { name: 'Archive' }))
    await screen.findByText('This needs a connection.')
  },
})
