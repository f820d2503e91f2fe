import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { DeleteConfirmation } from './delete-confirmation.tsx'

const meta = preview.meta({
  title: 'Kit/Delete confirmation',
  tags: ['autodocs'],
  component: DeleteConfirmation,
  args: { open: true, onConfirm: fn(), onCancel: fn() },
})

export const Default = meta.story({
  play: async () => {
    await waitFor(() => expect(screen.getByText('Delete this item?')).toBeInTheDocument())
  },
})

export const CustomText = meta.story({
  args: { message: 'Delete this user along with all the notes they have created?' },
})
