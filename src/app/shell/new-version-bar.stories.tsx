import { signal } from '@preact/signals-react'
import { expect, fn, screen, waitFor, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { NewVersionBar } from './new-version-bar.tsx'

const takeOver = fn()
const meta = preview.meta({
  title: 'Shell/New version',
  component: NewVersionBar,
  args: { version: { waits: signal(true), takeOver } },
  beforeEach: () => void takeOver.mockClear(),
})

export const Waits = meta.story({
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('button', { name: 'New version: reload' })).toBeVisible()
  },
})

export const Dark = meta.story({ ...Waits.input, tags: ['whole'], globals: { theme: 'dark' } })

/** Reloading asks for confirmation, because unsaved work would be lost. */
export const Asking = meta.story({
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'New version: reload' }))
    const question = within(await screen.findByRole('alertdialog', { name: 'Reload now?' }))
    await waitFor(() => expect(question.getByText(/in all open tabs will be lost/)).toBeVisible())
    await expect(takeOver).not.toHaveBeenCalled()
    await userEvent.click(question.getByRole('button', { name: 'Reload' }))
    await expect(takeOver).toHaveBeenCalledOnce()
  },
})

export const AskingOnPhone = meta.story({ ...Asking.input, globals: { viewport: { value: 'phone' } } })

/** Without a new version there is no bar. */
export const None = meta.story({
  args: { version: { waits: signal(false), takeOver } },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('status')).toBeNull()
  },
})
