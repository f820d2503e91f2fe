import { useState } from 'react'
import { expect, screen, userEvent, waitFor } from 'storybook/test'
import { Button } from '#ui/button/button.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Toaster } from '#ui/toast/toast.tsx'
import preview from '../../../.storybook/preview.tsx'
import { lazyDialog } from './lazy-dialog.tsx'

const Hello = ({ onClose }: { onClose: () => void }) => (
  <Dialog open title="Hello" onClose={onClose}>
    Here it is.
  </Dialog>
)
const Arriving = lazyDialog(async () => {
  await new Promise((done) => setTimeout(done, 600))
  return Hello
})
let tries = 0
const Failing = lazyDialog(async () => {
  tries += 1
  if (tries === 1) throw new TypeError('Failed to fetch dynamically imported module')
  return Hello
})

const Opening = ({ Lazy }: { Lazy: typeof Arriving }) => {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button onClick={() => setOpen(true)}>Open</Button>
      {open && <Lazy onClose={() => setOpen(false)} />}
      <Toaster />
    </>
  )
}
/** A dialog whose script is fetched when it opens. */
const meta = preview.meta({ title: 'Blocks/Lazy dialog', component: Opening, parameters: { path: '/' } })
const press = () => userEvent.click(screen.getByRole('button', { name: 'Open' }))

/** The screen is dimmed at once, and the dialog comes when its script has. */
export const Slow = meta.story({
  tags: ['whole'],
  args: { Lazy: Arriving },
  play: async () => {
    await press()
    await screen.findByRole('status', { name: 'Loading' })
    await screen.findByRole('dialog', { name: 'Hello' })
    await expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull()
  },
})

/** If the script cannot be fetched, a toast says so. Opening the dialog again fetches it again. */
export const NotLoaded = meta.story({
  args: { Lazy: Failing },
  play: async () => {
    tries = 0
    await press()
    await screen.findByText(/^This could not be loaded\./)
    await waitFor(() => expect(screen.queryByRole('status', { name: 'Loading' })).toBeNull())
    await press()
    await screen.findByRole('dialog', { name: 'Hello' })
  },
})
