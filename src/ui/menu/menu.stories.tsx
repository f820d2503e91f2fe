import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { Menu } from './menu.tsx'

const meta = preview.meta({ title: 'Kit/Menu', tags: ['autodocs'], component: Menu })

const onSelect = fn()

export const Actions = meta.story({
  render: () => (
    <Menu
      trigger={<IconButton icon="ellipsis" aria-label="More" />}
      items={[
        { label: 'Edit', icon: 'pencil', onSelect },
        { label: 'Open in a new tab', icon: 'external-link', href: '/projects/41' },
        { label: 'Copy', icon: 'copy', disabled: true },
        { label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect },
      ]}
    />
  ),
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('button', { name: 'More' }).focus()
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('menu')).toBeVisible())
    await waitFor(() => expect(screen.getByRole('menuitem', { name: 'Edit' })).toHaveAttribute('data-highlighted'))
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(onSelect).toHaveBeenCalled())
    await waitFor(() => expect(canvas.getByRole('button', { name: 'More' })).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('menu')).toBeVisible())
  },
})

export const Dark = meta.story({ ...Actions.input, globals: { theme: 'dark' } })
