import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Opener } from '#ui/story.tsx'
import { Drawer } from './drawer.tsx'

const Drawn = ({ title, children }: { title: string; children: string }) => (
  <Opener label={title}>
    {(open, close) => (
      <Drawer open={open} onClose={close} title={title}>
        {children}
      </Drawer>
    )}
  </Opener>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Use it for what people look at beside the page: filters, the history.',
        () => <Drawn title="History">Dana Marsh changed the due date.</Drawn>,
      ],
      dont: ['A form with Save belongs into a `Dialog`.', () => <Drawn title="Add Customer">Name, Email, Phone</Drawn>],
    },
  ],
  keys: {
    Tab: 'Moves to the next element, and does not leave the drawer.',
    Escape: 'Closes it; the focus returns to what opened it.',
  },
}

const meta = preview.meta({
  title: 'Kit/Drawer',
  tags: ['autodocs'],
  component: Drawer,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    open: true,
    onClose: fn(),
    title: 'History',
    side: 'end',
    children: 'Dana Marsh changed the due date from Sep 24 to Sep 30.',
  },
  render: (args) => (
    <Opener label="History">{(open, close) => <Drawer {...args} open={open} onClose={close} />}</Opener>
  ),
  play: async ({ canvas, userEvent }) => {
    const opener = canvas.getByRole('button', { name: 'History' })
    await userEvent.click(opener)
    const drawer = await screen.findByRole('dialog', { name: 'History' })
    await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(opener).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible())
  },
})

export const Dark = meta.story({ ...Playground.input, globals: { theme: 'dark' } })
