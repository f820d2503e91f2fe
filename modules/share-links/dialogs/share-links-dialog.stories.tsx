import { expect, screen, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Drawings/Share',
  component: App,
  parameters: { path: '/projects/1/drawings' },
})

/** Makes a link for somebody without an account. Its address is shown only once. */
export const Share = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('button', { name: 'Share' }))
    const dialog = within(await screen.findByRole('dialog', { name: 'Share drawings' }))
    await expect(dialog.getByRole('button', { name: 'Send link' })).toBeDisabled()
    await userEvent.type(dialog.getByLabelText(/^Or by email or name/), 'Jo Reyes')
    await userEvent.click(dialog.getByRole('button', { name: 'Send link' }))
    const out = within(await dialog.findByRole('region', { name: 'Links out' }))
    await expect(await out.findByText('Jo Reyes')).toBeVisible()
    await expect(out.getByText('Not opened yet')).toBeVisible()
    await expect(await dialog.findByRole('button', { name: /Copy/ })).toBeVisible()
  },
})

export const ShareDark = meta.story({ ...Share.input, globals: { theme: 'dark' } })

/** One sheet is shared from its own menu. */
export const Sheet = meta.story({
  tags: ['whole'],
  globals: { person: 'manager' },
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(await canvas.findByRole('link', { name: /^E2.1 Level 1 power plan/ }))
    await userEvent.click(await canvas.findByRole('button', { name: 'More' }))
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Share by link' }))
    await expect(await screen.findByRole('dialog', { name: 'Share E2.1' })).toBeVisible()
  },
})
