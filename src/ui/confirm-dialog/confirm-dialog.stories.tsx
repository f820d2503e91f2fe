import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { ConfirmDialog } from './confirm-dialog.tsx'

const meta = preview.meta({
  title: 'Kit/Confirm dialog',
  tags: ['autodocs'],
  component: ConfirmDialog,
  args: { open: true, message: 'Copy yesterday’s 3 entries to today?', onConfirm: fn(), onCancel: fn() },
})

export const Question = meta.story({
  play: async ({ userEvent, args }) => {
    const confirm = await screen.findByRole('button', { name: 'Confirm' })
    await waitFor(() => expect(confirm).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await expect(args.onConfirm).toHaveBeenCalledTimes(1)
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(args.onCancel).toHaveBeenCalled())
  },
})

/** For irreversible actions the focus starts on Cancel. */
export const Danger = meta.story({
  args: { danger: true, title: 'Archive project', confirm: 'Archive', cancel: 'Keep', message: 'It has 3 open RFIs.' },
  play: async () => {
    await waitFor(() => expect(screen.getByRole('button', { name: 'Keep' })).toHaveFocus())
  },
})

export const Dark = meta.story({ args: { danger: true }, globals: { theme: 'dark' } })
