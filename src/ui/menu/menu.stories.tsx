import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { IconButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from './menu.tsx'

const Listed = ({ items }: { items: readonly MenuItem[] }) => (
  <Menu trigger={<IconButton icon="ellipsis" aria-label="More" />} items={items} />
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Put into it what is done now and then; set what deletes apart, at the end.',
        () => (
          <Listed items={[{ label: 'Edit' }, { label: 'Copy' }, { label: 'Delete', danger: true, separated: true }]} />
        ),
      ],
      dont: [
        'A menu with one item is a press too many: show its button.',
        () => <Listed items={[{ label: 'Edit' }]} />,
      ],
    },
    {
      do: [
        'Disable what will be possible again, so that people find it.',
        () => <Listed items={[{ label: 'Edit' }, { label: 'Copy', disabled: true }]} />,
      ],
      dont: [
        'Leave out what this person may never do.',
        () => <Listed items={[{ label: 'Edit' }, { label: 'Delete', disabled: true }]} />,
      ],
    },
  ],
  keys: {
    'Enter, Space, ArrowDown': 'Opens it from its button.',
    'ArrowDown, ArrowUp': 'Moves to the next item, or the one before.',
    'Home, End': 'Moves to the first or the last item.',
    'Any letter': 'Moves to the item that begins with it.',
    Enter: 'Does what the item says.',
    Escape: 'Closes it; the focus returns to its button.',
  },
}

const meta = preview.meta({
  title: 'Kit/Menu',
  tags: ['autodocs'],
  component: Menu,
  parameters: { layout: 'centered', guide },
})

const onSelect = fn()

const items: readonly MenuItem[] = [
  { label: 'Edit', icon: 'pencil', onSelect },
  { label: 'Open in a new tab', icon: 'external-link', href: '/projects/41' },
  { label: 'Copy', icon: 'copy', disabled: true },
  { label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect },
]
export const Playground = meta.story({
  args: { trigger: <IconButton icon="ellipsis" aria-label="More" />, items },
  argTypes: { trigger: { control: false }, defaultOpen: { control: false } },
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

export const Dark = meta.story({ ...Playground.input, globals: { theme: 'dark' } })
