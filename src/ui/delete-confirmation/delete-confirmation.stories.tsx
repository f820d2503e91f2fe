import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Opener } from '#ui/story.tsx'
import { DeleteConfirmation, type DeleteConfirmationProps } from './delete-confirmation.tsx'

const Deleting = (props: Pick<DeleteConfirmationProps, 'message'>) => (
  <Opener label="Delete">
    {(open, close) => <DeleteConfirmation {...props} open={open} onConfirm={close} onCancel={close} />}
  </Opener>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Say what goes with it, if more than the item does.',
        () => <Deleting message="Delete this user along with all the notes they have created?" />,
      ],
      dont: ['Do not ask when it can be taken back: delete, and offer Undo in the toast.', () => <Deleting />],
    },
  ],
  keys: {
    Tab: 'Moves between Cancel, which has the focus first, and Delete.',
    'Enter, Space': 'Presses the button that has the focus.',
    Escape: 'Cancels.',
  },
}

const meta = preview.meta({
  title: 'Kit/Delete confirmation',
  tags: ['autodocs'],
  component: DeleteConfirmation,
  parameters: { layout: 'centered', guide },
  args: { open: true, onConfirm: fn(), onCancel: fn() },
})

export const Playground = meta.story({
  args: { message: 'Delete this item?', loading: false },
  render: (args) => (
    <Opener label="Delete">
      {(open, close) => <DeleteConfirmation {...args} open={open} onConfirm={close} onCancel={close} />}
    </Opener>
  ),
})

export const Default = meta.story({
  play: async () => {
    await waitFor(() => expect(screen.getByText('Delete this item?')).toBeInTheDocument())
  },
})

export const CustomText = meta.story({
  tags: ['!autodocs'],
  args: { message: 'Delete this user along with all the notes they have created?' },
})
