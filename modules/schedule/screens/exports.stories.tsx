import { expect, screen, spyOn, waitFor, within } from 'storybook/test'
import preview, { App } from '../../../.storybook/preview.tsx'

const meta = preview.meta({
  title: 'Screens/Schedule exports',
  component: App,
  parameters: { path: '/schedule?view=board' },
})

/** What is exported is what the filters show. */
export const Exported = meta.story({
  tags: ['whole'],
  play: async ({ canvas, userEvent }) => {
    const files: Blob[] = []
    const made = spyOn(URL, 'createObjectURL').mockImplementation((file) => {
      if (file instanceof Blob) files.push(file)
      return '#'
    })
    const clicked = spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(() => {})
    const people = async () => {
      await userEvent.click(await canvas.findByRole('button', { name: 'More' }))
      const before = files.length
      await userEvent.click(await screen.findByRole('menuitem', { name: 'Export CSV' }))
      await waitFor(() => expect(files).toHaveLength(before + 1))
      const [header = '', ...lines] = (await files.at(-1)?.text())?.trim().split(/\r?\n/) ?? []
      const at = header.split(',').indexOf('name')
      return [...new Set(lines.map((line) => line.split(',')[at]))]
    }
    try {
      const grid = within(await canvas.findByRole('grid', { name: /^Crew board/ }))
      await grid.findByText('Pat Olsen')
      await expect((await people()).length).toBeGreaterThan(1)
      await userEvent.type(await canvas.findByRole('searchbox', { name: /^Search/ }), 'Pat Olsen')
      await waitFor(() => expect(grid.queryByText('Theo Brandt')).toBeNull())
      await expect(await people()).toEqual(['Pat Olsen'])
    } finally {
      made.mockRestore()
      clicked.mockRestore()
    }
  },
})
