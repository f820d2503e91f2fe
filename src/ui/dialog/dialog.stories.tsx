import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold } from '#ui/story.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { Dialog } from './dialog.tsx'

const meta = preview.meta({ title: 'Kit/Dialog', tags: ['autodocs'], component: Dialog })

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
