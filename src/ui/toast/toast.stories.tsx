import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Button } from '#ui/button/button.tsx'
import { Samples } from '#ui/story.tsx'
import { Toaster, toast } from './toast.tsx'

const meta = preview.meta({ title: 'Kit/Toast', tags: ['autodocs'], component: Toaster })

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
