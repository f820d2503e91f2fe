import { HttpResponse, http } from 'msw'
import { expect, screen, waitFor, within } from 'storybook/test'
import preview, { App, at } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Following a work item',
  component: App,
  parameters: { path: at('/projects', 'Canyon Lakes Elementary', '/punch_items') },
  globals: { person: 'manager' },
})

/** Whoever made an item follows it; the menu says what each answer means. */
export const Bell = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const open = async (bell: RegExp | string) => {
      await userEvent.click(await canvas.findByRole('button', { name: bell }))
      return within(await screen.findByRole('menu'))
    }
    async function choose(bell: RegExp | string, answer: RegExp) {
      await userEvent.click((await open(bell)).getByRole('menuitemradio', { name: answer }))
      await waitFor(() => expect(screen.queryByRole('menu')).toBeNull())
    }
    await userEvent.click(await canvas.findByRole('link', { name: /Box not flush with tile/ }))
    await choose(/^(Following|Follow)$/, /^Muted/)
    await choose('Muted', /^Not following/)
    await choose('Follow', /^Following/)
    const menu = await open('Following')
    await expect(menu.getByRole('menuitemradio', { name: /^Following/ })).toBeChecked()
    await expect(menu.getByText('You hear of it only while it is with you.')).toBeVisible()
  },
})

export const Dark = meta.story({
  tags: ['whole'],
  globals: { person: 'manager', theme: 'dark' },
  play: Bell.input.play,
})

/** What is not known is not shown as not following. */
export const NotLoaded = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent, msw }) => {
    msw.use(http.get('/api/projects/:id/follows', () => HttpResponse.error()))
    await userEvent.click(await canvas.findByRole('link', { name: /Box not flush with tile/ }))
    const bell = await canvas.findByRole('button', { name: 'Following is not loaded' })
    await waitFor(() => expect(bell).toBeDisabled())
    await expect(canvas.queryByRole('button', { name: 'Follow' })).toBeNull()
  },
})
