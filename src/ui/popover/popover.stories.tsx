import { expect, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { Popover } from './popover.tsx'

const Why = ({ children }: { children: string }) => (
  <Popover trigger={<Button variant="outline">Why?</Button>} title="Thursday">
    {children}
  </Popover>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Explain a figure where it stands, to who asks.',
        () => <Why>2.00 h beyond 8 on a prevailing wage project.</Why>,
      ],
      dont: ['What everybody must read stands on the page.', () => <Why>This week is locked.</Why>],
    },
  ],
  keys: {
    'Enter, Space': 'Opens it from its button.',
    Tab: 'Moves through what is in it, and then on.',
    Escape: 'Closes it; the focus returns to its button.',
  },
}

const meta = preview.meta({
  title: 'Kit/Popover',
  tags: ['autodocs'],
  component: Popover,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    trigger: <Button variant="outline">Why overtime?</Button>,
    title: 'Overtime on Thursday',
    children: '2.00 h beyond 8 on a prevailing wage project.',
  },
  argTypes: { trigger: { control: false } },
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole('button')
    trigger.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog', { name: 'Overtime on Thursday' })
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(trigger).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible())
  },
})

export const Dark = meta.story({ ...Playground.input, globals: { theme: 'dark' } })
