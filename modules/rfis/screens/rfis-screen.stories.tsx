import { HttpResponse, http } from 'msw'
import { expect, waitFor } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/RFIs',
  component: App,
  parameters: { path: '/rfis' },
  globals: { person: 'manager' },
})

/** The user's own RFIs, with a dot on unread ones. */
export const ForMe = meta.story({
  tags: ['whole'],
  play: async ({ canvas }) => {
    await canvas.findAllByRole('link', { name: /Feeder route above stage/ })
    await waitFor(() => expect(canvas.getAllByRole('img', { name: 'Unread' }).length).toBeGreaterThan(0))
    await waitFor(() => expect(canvas.getByRole('link', { name: /RFIs, \d+ unread/ })).toBeVisible())
  },
})

/** A row that has the focus hands it on by the arrows, and is ticked by Space. */
export const Arrows = meta.story({
  play: async ({ canvas, userEvent }) => {
    await canvas.findAllByRole('link', { name: /Feeder route above stage/ })
    const [first, second] = document.querySelectorAll('[data-row-key]')
    const rowAt = () => document.activeElement?.closest('[data-row-key]')
    first?.querySelector('a')?.focus()
    await userEvent.keyboard('{ArrowDown}')
    await expect(rowAt()).toBe(second)
    await userEvent.keyboard('{ArrowUp}{ArrowUp}')
    await expect(rowAt()).toBe(first)
    await userEvent.keyboard(' ')
    await expect(await canvas.findByText('1 selected')).toBeVisible()
    await userEvent.keyboard(' ')
    await waitFor(() => expect(canvas.queryByText('1 selected')).toBeNull())
  },
})

let asked = 0

/** The dots stay while they are asked for again after a reconnect. */
export const Reconnected = meta.story({
  tags: ['whole'],
  beforeEach({ msw }) {
    asked = 0
    msw.use(http.get('/api/rfis/subscribed_and_unread', () => void asked++))
  },
  play: async ({ app, canvas }) => {
    const link = await canvas.findByRole('link', { name: /RFIs, \d+ unread/ })
    await waitFor(() => expect(asked).toBe(1))
    const names: (string | null)[] = []
    const watch = new MutationObserver(() => names.push(link.ariaLabel))
    watch.observe(link, { attributes: true })
    app?.services.store.missed()
    await waitFor(() => expect(asked).toBe(2))
    watch.disconnect()
    await expect(names).not.toContain('RFIs')
  },
})

export const Dark = meta.story({ ...ForMe.input, tags: ['whole'], globals: { person: 'manager', theme: 'dark' } })

export const Phone = meta.story({
  globals: { person: 'manager', viewport: { value: 'phone' } },
  play: async ({ canvas }) => void (await canvas.findAllByText('Feeder route above stage')),
})

export const Resolved = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByText('Resolved'))
    await canvas.findAllByRole('link', { name: /Conduit in shear wall W3/ })
  },
})

/** A guest sees the RFIs sent to them. */
export const Guest = meta.story({
  tags: ['whole'],
  globals: { person: 'contact' },
  play: async ({ canvas }) => void (await canvas.findAllByRole('link', { name: /Panel LP-2/ })),
})

/** The customer's guest has no RFIs. */
export const NothingForMe = meta.story({
  tags: ['whole'],
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No RFIs here.')).toBeVisible())
  },
})

export const Failed = meta.story({
  tags: ['whole'],
  beforeEach: ({ msw }) => void msw.use(http.get('/api/rfis', () => HttpResponse.json({}, { status: 500 }))),
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('This could not be loaded.')).toBeVisible())
  },
})
