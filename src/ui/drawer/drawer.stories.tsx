import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { Hold } from '#ui/story.tsx'
import { Drawer } from './drawer.tsx'

const meta = preview.meta({ title: 'Kit/Drawer', tags: ['autodocs'], component: Drawer })

export const History = meta.story({
  render: () => (
    <Hold initial={false}>
      {(open, setOpen) => (
        <>
          <Button variant="outline" icon="history" onClick={() => setOpen(true)}>
            History
          </Button>
          <Drawer open={open} onClose={() => setOpen(false)} title="History">
            Dana Marsh changed the due date from Sep 24 to Sep 30.
          </Drawer>
        </>
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    const opener = canvas.getByRole('button', { name: 'History' })
    await userEvent.click(opener)
    const drawer = await screen.findByRole('dialog', { name: 'History' })
    await waitFor(() => expect(drawer.contains(document.activeElement)).toBe(true))
    await userEvent.keyboard('{Escape}')
    await waitFor(() => expect(opener).toHaveFocus())
    await userEvent.keyboard('{Enter}')
    await waitFor(() => expect(screen.getByRole('dialog')).toBeVisible())
  },
})

export const Dark = meta.story({ ...History.input, globals: { theme: 'dark' } })
