import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { SearchState } from './search-state.tsx'

const meta = preview.meta({
  title: 'Parts/What a search has not looked through',
  component: SearchState,
  args: { reading: 3, failure: null, retry: fn() },
})

/** Files that have arrived a moment ago. */
export const BeingRead = meta.story({
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('3 files are still being read')
  },
})

export const One = meta.story({
  args: { reading: 1 },
  play: async ({ canvas }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('1 file is still being read')
  },
})

/** A complete search shows no line. */
export const Complete = meta.story({
  args: { reading: 0 },
  play: async ({ canvas }) => {
    await expect(canvas.queryByRole('status')).toBe(null)
  },
})

/** Without a server, only the names that the device knows are looked through. */
export const NoServer = meta.story({
  args: { reading: 0, failure: { ok: false, status: 0, message: '', errors: {} } },
  play: async ({ args, canvas, userEvent }) => {
    await expect(canvas.getByRole('status')).toHaveTextContent('Only names were searched, not the words in files.')
    await userEvent.click(canvas.getByRole('button', { name: 'Try again' }))
    await expect(args.retry).toHaveBeenCalledOnce()
  },
})
