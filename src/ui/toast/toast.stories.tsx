import { expect, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { Samples } from '#ui/story.tsx'
import { Toaster, toast } from './toast.tsx'

interface Shown {
  text: string
  failed?: boolean
  /** The text of an action, if it has one. */
  action?: string
}

const Says = ({ text, failed, action }: Shown) => (
  <Button
    variant="outline"
    onClick={() => toast[failed ? 'error' : 'success'](text, action ? { label: action, onClick: () => {} } : undefined)}
  >
    Show
  </Button>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Say what was done, with the way back where there is one.',
        () => <Says text="Entry deleted." action="Undo" />,
      ],
      dont: [
        'Do not tell what is seen anyway: the row that has just appeared.',
        () => <Says text="Row added successfully!" />,
      ],
    },
    {
      do: [
        'Say what went wrong with the whole, and what becomes of the work.',
        () => <Says failed text="The server could not be reached. Your entry is kept." />,
      ],
      dont: ['What is wrong with one field stands at the field.', () => <Says failed text="Title is required" />],
    },
  ],
  keys: {
    'Alt+T': 'Moves to the toasts.',
    Tab: 'Moves through their buttons.',
    'Enter, Space': 'Presses the button that has the focus, such as Dismiss.',
  },
}

const meta = preview.meta({
  title: 'Kit/Toast',
  tags: ['autodocs'],
  component: Toaster,
  // One for the whole page, which shows the toasts of the examples too.
  render: (args: Shown) => (
    <>
      <Says {...args} />
      <Toaster />
    </>
  ),
  args: { text: 'Saved.', failed: false, action: '' },
  argTypes: {
    text: { description: 'What was done, or what went wrong.', type: 'string' },
    failed: {
      description: '`toast.error` instead of `toast.success`: it stays until it is dismissed.',
      type: 'boolean',
    },
    action: { description: 'The text of a button, such as Undo.', type: 'string' },
  },
  parameters: { layout: 'centered', guide },
})

/** `toast.success` and `toast.error` show one from anywhere; the shell renders the one `Toaster`. */
export const Playground = meta.story({})

/** A success disappears by itself; an error stays until it is dismissed. */
export const Both = meta.story({
  render: () => (
    <Samples>
      <Button variant="outline" onClick={() => toast.success('Saved.')}>
        Succeed
      </Button>
      <Button variant="outline" onClick={() => toast.error('The server could not be reached. Your entry is kept.')}>
        Fail
      </Button>
      <Toaster />
    </Samples>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Succeed' }))
    await userEvent.click(canvas.getByRole('button', { name: 'Fail' }))
    await expect(await screen.findAllByText('Saved.')).not.toHaveLength(0)
    await expect(await screen.findAllByText(/could not be reached/)).not.toHaveLength(0)
    await waitFor(() => expect(screen.getAllByText(/could not be reached/).at(-1)).toBeVisible())
  },
})

export const Dark = meta.story({ ...Both.input, globals: { theme: 'dark' } })
