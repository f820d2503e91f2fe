import { expect, fn, screen, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { MultiSelect, type MultiSelectProps } from './multi-select.tsx'

const people = [
  { value: 1, label: 'Dana Marsh' },
  { value: 2, label: 'Luis Ortega' },
  { value: 3, label: 'Kim Tran' },
]

const crowd = ['Dana Marsh', 'Luis Ortega', 'Kim Tran', 'Pat Olsen', 'Rosa Ortiz', 'Jo Reyes'].map((label, at) => ({
  value: at + 1,
  label,
}))
const Several = ({ initial = [1], options }: { initial?: readonly number[]; options: typeof people }) => (
  <Hold<readonly number[]> initial={initial}>
    {(value, onChange) => <MultiSelect aria-label="Team" options={options} value={value} onChange={onChange} />}
  </Hold>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Use it for a few of a short list, whose names fit in the box.', () => <Several options={people} />],
      dont: [
        'For dozens of people use a `SelectManyDialog`, which can be searched.',
        () => <Several options={crowd} initial={[1, 2, 3, 4, 5, 6]} />,
      ],
    },
  ],
  keys: {
    'Enter, Space, ArrowDown': 'Opens the list.',
    'ArrowDown, ArrowUp': 'Moves within the list.',
    Enter: 'Selects the highlighted option, or takes it out. The list stays open.',
    Escape: 'Closes the list.',
  },
}

const meta = preview.meta({
  title: 'Kit/Multi-select',
  tags: ['autodocs'],
  component: MultiSelect<number>,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    options: people,
    value: [1],
    onChange: fn(),
    'aria-label': 'Team',
    placeholder: 'Select',
    disabled: false,
    invalid: false,
  },
  render: live(MultiSelect<number>),
})

const show = live(MultiSelect<number>)
export const States = meta.story({
  tags: ['!test'],
  render: () => (
    <StateGrid<MultiSelectProps<number>>
      on="[data-part=trigger]"
      without={['Pressed']}
      of={(props, state) => show({ options: people, value: [1], onChange: () => {}, 'aria-label': state, ...props })}
      others={{
        Empty: { value: [] },
        Invalid: { invalid: true },
        Disabled: { disabled: true },
        'Long text': { options: crowd, value: [1, 2, 3, 4] },
      }}
    />
  ),
})

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
