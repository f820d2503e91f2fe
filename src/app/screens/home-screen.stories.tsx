import { expect, waitFor } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Home', component: App, parameters: { path: '/' } })

/** The modules' tiles. */
export const Admin = meta.story({
  play: async ({ canvas }) => {
    await waitFor(() =>
      expect(canvas.getByRole('heading', { name: /^Good (morning|afternoon|evening), Dana$/ })).toBeVisible(),
    )
    await waitFor(() => expect(canvas.getByRole('button', { name: 'Add project' })).toBeVisible())
  },
})

export const Dark = meta.story({ ...Admin.input, tags: ['whole'], globals: { theme: 'dark' } })

export const Phone = meta.story({ globals: { viewport: { value: 'phone' }, person: 'foreman' } })

export const PhoneDark = meta.story({
  tags: ['whole'],
  globals: { viewport: { value: 'phone' }, person: 'foreman', theme: 'dark' },
})

/** Users who may not create projects have no add button. */
export const Employee = meta.story({
  globals: { person: 'employee' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByRole('heading', { name: /, Kim$/ })).toBeVisible())
    await expect(canvas.queryByRole('button', { name: 'Add project' })).toBeNull()
  },
})

/** What waits for the user stands below the tiles, and each line leads there. */
export const NeedsYou = meta.story({
  globals: { person: 'manager' },
  play: async ({ canvas }) => {
    await canvas.findByRole('heading', { name: /^Needs you \d+$/ })
    const [first] = await canvas.findAllByRole('link', { name: /RFI 013 · Feeder route above stage/ })
    await expect(first).toHaveAttribute('href', expect.stringMatching(/^\/rfis\/\d+$/))
  },
})

export const NeedsYouOnPhone = meta.story({
  globals: { viewport: { value: 'phone' }, person: 'manager' },
  play: async ({ canvas }) => void (await canvas.findByRole('heading', { name: /^Needs you \d+$/ })),
})

export const CustomerGuest = meta.story({ globals: { person: 'customer' } })
