import { expect, waitFor } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Documents of a project',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/documents') },
})

/** The tree beside the documents of all folders. */
export const List = meta.story({
  globals: { person: 'manager' },
  play: async ({ canvas }) => {
    await canvas.findByText('Electrical permit.pdf', {}, { timeout: 5000 })
  },
})

export const Dark = meta.story({ ...List.input, globals: { person: 'manager', theme: 'dark' } })

/** A guest to whom no folder is shared is told so. */
export const NothingShared = meta.story({
  globals: { person: 'customer' },
  play: async ({ canvas }) => {
    await waitFor(() => expect(canvas.getByText('No documents are shared with you yet.')).toBeVisible(), {
      timeout: 5000,
    })
  },
})
