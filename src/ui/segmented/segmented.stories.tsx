import { expect, fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { Segmented, type SegmentedProps } from './segmented.tsx'

const statuses = [
  { value: 'active', label: 'Active' },
  { value: 'archived', label: 'Archived' },
  { value: 'all', label: 'All' },
] as const
const labelled = (labels: readonly string[]) => labels.map((label) => ({ value: label, label }))
const roles = labelled(['Administrator', 'Project manager', 'Office staff', 'Foreman', 'Employee', 'Customer'])
const pages = labelled(['Overview', 'Daily Logs', 'Documents'])
const Divided = ({ options }: Pick<SegmentedProps<string>, 'options'>) => (
  <Hold initial={options[0]?.value ?? ''}>
    {(value, set) => <Segmented aria-label="Shown" options={options} value={value} onChange={set} />}
  </Hold>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Use it for two to five short options, all of which are seen at once.',
        () => <Divided options={statuses} />,
      ],
      dont: ['More options, or long ones, wrap into a block: use a `Select`.', () => <Divided options={roles} />],
    },
    {
      do: ['Use it to choose what is shown, or a value of a form.', () => <Divided options={statuses} />],
      dont: ['Do not use it to go to other pages: those are `Tabs`.', () => <Divided options={pages} />],
    },
  ],
  keys: {
    Tab: 'Moves to the selected option, then on past all of them.',
    'ArrowLeft, ArrowRight': 'Selects the option before, or the next.',
  },
}

const meta = preview.meta({
  title: 'Kit/Segmented',
  tags: ['autodocs'],
  component: Segmented<string>,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: { value: 'active', onChange: fn(), options: statuses, 'aria-label': 'Status', full: false, disabled: false },
  render: live(Segmented<string>),
  play: async ({ canvas, userEvent }) => {
    canvas.getByRole('radio', { name: 'Active' }).focus()
    await userEvent.keyboard('{ArrowRight}')
    await expect(canvas.getByRole('radio', { name: 'Archived' })).toBeChecked()
  },
})

const show = live(Segmented<string>)
export const States = meta.story({
  render: () => (
    <StateGrid<SegmentedProps<string>>
      on="[data-part=item]:nth-of-type(2)"
      without={['Pressed']}
      of={(props, state) =>
        show({ value: 'active', onChange: () => {}, options: statuses, 'aria-label': state, ...props })
      }
      others={{
        Disabled: { disabled: true },
        'One disabled': { options: statuses.map((one) => ({ ...one, disabled: one.value === 'all' })) },
        'Full width': { full: true },
        'Long text': { options: roles },
      }}
    />
  ),
})

export const Dark = meta.story({ ...Playground.input, globals: { theme: 'dark' } })
