import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { Popover } from './popover.tsx'

const meta = preview.meta({ title: 'Kit/Popover', tags: ['autodocs'], component: Popover })

export const Open = meta.story({
  render: () => (
    <Popover trigger={<Button variant="outline">Why overtime?</Button>} title="Overtime on Thursday">
      2.00 h beyond 8 on a prevailing wage project.
    </Popover>
  ),
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

export const Dark = meta.story({ ...Open.input, globals: { theme: 'dark' } })
