import { expect, fn, screen, waitFor, within } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { SelectManyDialog } from './select-many-dialog.tsx'

const people = [
  { value: 1, label: 'Luis Ortega', hint: 'Journeyman' },
  { value: 2, label: 'Kim Tran', hint: 'Apprentice' },
  { value: 3, label: 'Pat Olsen', hint: 'Journeyman' },
]
const meta = preview.meta({
  title: 'Kit/Select many dialog',
  tags: ['autodocs'],
  component: SelectManyDialog<number>,
  args: {
    open: true,
    title: 'Add member',
    options: people,
    confirm: (count: number) => `Add ${count}`,
    onSelect: fn(),
    onClose: fn(),
  },
})

/** Several are selected at once; Enter selects the only one that a search finds. */
export const Open = meta.story({
  play: async ({ args, userEvent }) => {
    const list = within(await screen.findByRole('dialog', { name: 'Add member' }))
    await expect(list.getByRole('button', { name: 'Add 0' })).toBeDisabled()
    await userEvent.click(list.getByRole('checkbox', { name: /Pat Olsen/ }))
    await userEvent.type(list.getByRole('textbox', { name: 'Search' }), 'appr{Enter}')
    await waitFor(() => expect(list.getAllByRole('checkbox')).toHaveLength(3))
    await userEvent.click(list.getByRole('button', { name: 'Add 2' }))
    await expect(args.onSelect).toHaveBeenCalledWith([2, 3])
  },
})

export const Dark = meta.story({ ...Open.input, globals: { theme: 'dark' } })

export const Phone = meta.story({ ...Open.input, globals: { viewport: { value: 'phone' } } })

export const NothingFound = meta.story({
  play: async ({ userEvent }) => {
    await userEvent.type(await screen.findByRole('textbox', { name: 'Search' }), 'nobody')
    await expect(screen.getByText('Nothing found.')).toBeVisible()
  },
})

export const Empty = meta.story({ args: { options: [], empty: 'Everyone who tracks time is there.' } })
