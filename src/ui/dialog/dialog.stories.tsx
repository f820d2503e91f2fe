import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { Hold, Opener } from '#ui/story.tsx'
import { Dialog } from './dialog.tsx'

const Named = ({ title, save }: { title: string; save: string }) => (
  <Opener label="Open">
    {(open, close) => (
      <Dialog open={open} onClose={close} title={title} size="sm" footer={<Button onClick={close}>{save}</Button>}>
        <Field label="Name">
          <Hold initial="">{(value, onChange) => <TextInput value={value} onChange={onChange} />}</Hold>
        </Field>
      </Dialog>
    )}
  </Opener>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Name the dialog and its main button alike: Add Customer, Add.',
        () => <Named title="Add Customer" save="Add" />,
      ],
      dont: [
        'A title like “Form” or “New” does not say what will be there afterwards.',
        () => <Named title="New" save="OK" />,
      ],
    },
    {
      do: ['Keep it to one task, which people finish or leave.', () => <Named title="Rename" save="Rename" />],
      dont: [
        'Do not open a dialog from a dialog, except to confirm. Give the second task a page of its own.',
        () => <Named title="Add Customer" save="Add contact…" />,
      ],
    },
  ],
  keys: {
    Tab: 'Moves to the next element, and from the last to the first.',
    'Shift+Tab': 'Moves back.',
    Escape: 'Closes it; the focus returns to what opened it.',
  },
}

const meta = preview.meta({
  title: 'Kit/Dialog',
  tags: ['autodocs'],
  component: Dialog,
  parameters: { layout: 'centered', guide },
})

const render = () => (
  <Hold initial={false}>
    {(open, setOpen) => (
      <>
        <Button onClick={() => setOpen(true)}>Add customer</Button>
        <Dialog
          open={open}
          onClose={() => setOpen(false)}
          title="Add Customer"
          footer={
            <>
              <Button variant="outline" onClick={() => setOpen(false)}>
                Cancel
              </Button>
              <Button onClick={() => setOpen(false)}>Save</Button>
            </>
          }
        >
          <Field label="Name" required>
            <Hold initial="">{(value, onChange) => <TextInput value={value} onChange={onChange} />}</Hold>
          </Field>
          <Field label="Email">
            <Hold initial="">{(value, onChange) => <TextInput type="email" value={value} onChange={onChange} />}</Hold>
          </Field>
        </Dialog>
      </>
    )}
  </Hold>
)

export const Playground = meta.story({
  args: {
    open: true,
    onClose: fn(),
    title: 'Add Customer',
    children: 'Customers are the companies that projects are for.',
    size: 'md',
    tall: false,
  },
  render: (args) => (
    <Opener label="Open">
      {(open, close) => <Dialog {...args} open={open} onClose={close} footer={<Button onClick={close}>Save</Button>} />}
    </Opener>
  ),
})

export const Open = meta.story({
  render,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Add customer' }))
    await waitFor(() => expect(screen.getByRole('dialog', { name: 'Add Customer' })).toBeVisible())
  },
})

export const OpenDark = meta.story({ ...Open.input, globals: { theme: 'dark' } })

/** On a phone a dialog fills the screen, with its buttons at the bottom. */
export const Phone = meta.story({
  ...Open.input,
  globals: { viewport: { value: 'phone' } },
})

/** The focus is trapped, Escape closes, and the focus returns to the button that opened the dialog. */
export const FocusTrap = meta.story({
  render,
  play: async ({ canvas, userEvent }) => {
    const opener = canvas.getByRole('button', { name: 'Add customer' })
    opener.focus()
    await userEvent.keyboard('{Enter}')
    const dialog = await screen.findByRole('dialog')
    await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    for (let press = 0; press < 8; press++) {
      await userEvent.tab()
      await waitFor(() => expect(dialog.contains(document.activeElement)).toBe(true))
    }
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() => expect(opener).toHaveFocus())
  },
})
