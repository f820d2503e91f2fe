import { expect } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({ title: 'Screens/Projects', component: App, parameters: { path: '/projects' } })

/** Every project, active ones first. */
export const Admin = meta.story({
  play: async ({ canvas }) => {
    await expect(await canvas.findByText('54 active')).toBeVisible()
  },
})
