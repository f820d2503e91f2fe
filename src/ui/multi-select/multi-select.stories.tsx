import { expect, screen, waitFor } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold } from '#ui/story.tsx'
import { MultiSelect } from './multi-select.tsx'

const meta = preview.meta({ title: 'Kit/Multi-select', tags: ['autodocs'], component: MultiSelect })

const people = [
  { value: 1, label: 'Dana Marsh' },
  { value: 2, label: 'Luis Ortega' },
  { value: 3, label: 'Kim Tran' },
]

/** The list stays open while several options are selected. */
export const Team = meta.story({
  render: () => (
    <Hold<readonly number[]> initial={[1]}>
      {(value, onChange) => (
        <Field label="Team">
          <MultiSelect options={people} value={value} onChange={onChange} />
        </Field>
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    const trigger = canvas.getByRole('combobox', { name: 'Team' })
    await userEvent.click(trigger)
    await userEvent.click(await screen.findByRole('option', { name: 'Kim Tran' }))
    await waitFor(() => expect(trigger).toHaveTextContent('Dana MarshKim Tran'))
    await expect(screen.getByRole('listbox')).toBeVisible()
  },
})

export const Empty = meta.story({
  args: { options: people, value: [], onChange: () => {}, 'aria-label': 'Team', placeholder: 'Nobody yet' },
})
