import { expect, fn, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { SelectDialog } from './select-dialog.tsx'

const onSelect = fn()
const sheets = Array.from({ length: 40 }, (_, index) => ({
  value: index + 1,
  label: `E${1 + Math.floor(index / 10)}.${index % 10}`,
  hint: ['Power plan', 'Lighting plan', 'One-line diagram', 'Panel schedules'][index % 4],
}))
const meta = preview.meta({
  title: 'Kit/Select dialog',
  tags: ['autodocs'],
  component: SelectDialog,
  args: { open: true, title: 'Select a sheet', options: [], onSelect, onClose: fn() },
})
const many = sheets.map(({ hint, ...sheet }) => ({ ...sheet, ...(hint && { hint }) }))

/** An option can be selected by keyboard: arrow keys, letters and Enter. */
export const Many = meta.story({
  args: { options: many, value: 3 },
  play: async ({ userEvent }) => {
    const list = await screen.findByRole('listbox', { name: 'Select a sheet' })
    await expect(list.clientHeight).toBeLessThanOrEqual(innerHeight / 2)
    await expect(list.scrollHeight).toBeGreaterThan(list.clientHeight)
    await waitFor(() => expect(list).toHaveFocus())
    await userEvent.keyboard('{End}{Enter}')
    await waitFor(() => expect(onSelect).toHaveBeenLastCalledWith(40))
  },
})

export const Few = meta.story({
  args: { options: many.slice(0, 3), value: 2 },
  play: async () => {
    await waitFor(() => expect(screen.getByRole('option', { name: /E1.1/ })).toHaveAttribute('aria-selected', 'true'))
  },
})

export const Dark = meta.story({ ...Few.input, globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Many.input, globals: { viewport: { value: 'phone' } } })

export const Empty = meta.story({ args: { options: [], empty: 'No sheets yet. Upload a drawing set first.' } })
