import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Opener } from '#ui/story.tsx'
import { ConfirmDialog, type ConfirmDialogProps } from './confirm-dialog.tsx'

const Asked = (props: Pick<ConfirmDialogProps, 'title' | 'message' | 'confirm' | 'cancel' | 'danger'>) => (
  <Opener label="Ask">
    {(open, close) => <ConfirmDialog {...props} open={open} onConfirm={close} onCancel={close} />}
  </Opener>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Ask only before what cannot be taken back. Name the action on its button, and what it concerns in the text.',
        () => <Asked danger title="Archive project" confirm="Archive" message="It has 3 open RFIs." />,
      ],
      dont: [
        '“Are you sure?” with Yes and No makes people press Yes without reading.',
        () => <Asked confirm="Yes" cancel="No" message="Are you sure?" />,
      ],
    },
    {
      do: [
        'Use `danger` for what is lost: the focus starts on Cancel.',
        () => <Asked danger confirm="Delete" message="Delete 3 entries?" />,
      ],
      dont: [
        'Red for every question is soon seen by nobody.',
        () => <Asked danger message="Copy yesterday’s 3 entries to today?" />,
      ],
    },
  ],
  keys: {
    Tab: 'Moves between the buttons, and does not leave the dialog.',
    'Enter, Space': 'Presses the button that has the focus: the confirming one, or Cancel if it is a danger.',
    Escape: 'Cancels.',
  },
}

const meta = preview.meta({
  title: 'Kit/Confirm dialog',
  tags: ['autodocs'],
  component: ConfirmDialog,
  parameters: { layout: 'centered', guide },
  args: { open: true, message: 'Copy yesterday’s 3 entries to today?', onConfirm: fn(), onCancel: fn() },
})

export const Playground = meta.story({
  render: (args) => (
    <Opener label="Copy yesterday">
      {(open, close) => (
        <ConfirmDialog
          {...args}
          open={open}
          onConfirm={() => {
            args.onConfirm()
            close()
          }}
          onCancel={close}
        />
      )}
    </Opener>
  ),
  args: { title: 'Copy entries', confirm: 'Copy', cancel: 'Cancel', danger: false, loading: false },
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

/** Where going on adds nothing, Cancel is the solid button and has the focus. */
export const Needless = meta.story({
  args: {
    needless: true,
    title: 'Upload again',
    confirm: 'Keep both',
    cancel: 'Go back',
    message: 'It is the same file.',
  },
  play: async () => {
    const back = screen.getByRole('button', { name: 'Go back' })
    await waitFor(() => expect(back).toHaveFocus())
    const [solid, outline] = [back, screen.getByRole('button', { name: 'Keep both' })].map(
      (button) => getComputedStyle(button).backgroundColor,
    )
    await expect(solid).not.toBe(outline)
  },
})

export const Dark = meta.story({ args: { danger: true }, globals: { theme: 'dark' } })
