import { expect, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Setup/Security', component: App, parameters: { path: '/setup/security' } })

/** Who signed in, from where, what rights changed, and what was exported. */
export const Security = meta.story({
  tags: ['whole'],
  play: async ({ canvas }) => {
    const row = await canvas.findByRole('row', { name: /Dana Mercer.*Signed in/ })
    await expect(within(row).getByText('Signed in')).toBeVisible()
  },
})

export const Dark = meta.story({ ...Security.input, globals: { theme: 'dark' } })

export const Phone = meta.story({
  ...Security.input,
  tags: ['!whole'],
  globals: { viewport: { value: 'phone' } },
  play: async ({ canvas }) => {
    await expect((await canvas.findAllByText('Signed in'))[0]).toBeVisible()
  },
})
