import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Opener } from '#ui/story.tsx'
import { AlertMessage } from './alert-message.tsx'

const Said = ({ children }: { children: string }) => (
  <Opener label="Show">
    {(open, close) => (
      <AlertMessage open={open} onClose={close} title="This week">
        {children}
      </AlertMessage>
    )}
  </Opener>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Use it when somebody must have read something before going on: say what is the case, and what to do.',
        () => <Said>This week is approved and locked. Ask the office to reopen it.</Said>,
      ],
      dont: [
        'Do not stop people for what they need not act on. A toast says it without being in the way.',
        () => <Said>Your changes have been saved.</Said>,
      ],
    },
  ],
  keys: { 'Enter, Space': 'Presses its button, which has the focus.', Escape: 'Closes it.' },
}

const meta = preview.meta({
  title: 'Kit/Alert message',
  tags: ['autodocs'],
  component: AlertMessage,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    open: true,
    onClose: fn(),
    title: 'This week is approved',
    children: 'This week is approved and locked. Ask the office to reopen it.',
  },
  render: (args) => (
    <Opener label="Change the week">{(open, close) => <AlertMessage {...args} open={open} onClose={close} />}</Opener>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Change the week' }))
    await waitFor(() => expect(screen.getByRole('alertdialog', { name: 'This week is approved' })).toBeVisible())
  },
})
