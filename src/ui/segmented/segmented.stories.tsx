import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Hold } from '#ui/story.tsx'
import { Segmented } from './segmented.tsx'

const meta = preview.meta({ title: 'Kit/Segmented', tags: ['autodocs'], component: Segmented })

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
  { value: 'all', label: 'All' },
] as const

export const Status = meta.story({
  render: () => (
    <Hold<(typeof statuses)[number]['value']> initial="active">
      {(value, set) => <Segmented aria-label="Status" options={statuses} value={value} onChange={set} />}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('radio', { name: 'Active' }).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('radio', { name: 'Archived' })).toBeChecked()
  },
})

export const Dark = meta.story({ ...Status.input, globals: { theme: 'dark' } })

export const Full = meta.story({
  render: () => (
    <Hold initial="standard">
      {(value, set) => (
        <Segmented
          full
          aria-label="Type of time"
          options={['standard', 'shop', 'vacation'].map((type) => ({ value: type, label: type }))}
          value={value}
          onChange={set}
        />
      )}
    </Hold>
  ),
})
