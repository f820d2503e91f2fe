import { expect, fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { type ValueProps } from '#ui/control/control.ts'
import { Hold, live, StateGrid } from '#ui/story.tsx'
import { TimeInput } from './time-input.tsx'

const Timed = ({ label }: { label: string }) => (
  <Field label={label}>
    <Hold<string | null> initial="06:30">{(value, set) => <TimeInput value={value} onChange={set} />}</Hold>
  </Field>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Use it for when something starts or ends.', () => <Timed label="Starts" />],
      dont: ['How long it took is a number of hours: use a `NumberInput`.', () => <Timed label="Duration" />],
    },
  ],
  keys: {
    Tab: 'Moves from the hour to the minute, then to AM and PM.',
    'ArrowUp, ArrowDown': 'Changes the hour by one, the minute by five.',
    'ArrowLeft, ArrowRight': 'Changes between AM and PM.',
  },
}

const meta = preview.meta({
  title: 'Kit/Time input',
  tags: ['autodocs'],
  component: TimeInput,
  parameters: { layout: 'centered', guide },
})

const onChange = fn()

export const Playground = meta.story({
  args: { value: '06:30', onChange, 'aria-label': 'Starts', disabled: false, invalid: false },
  render: live(TimeInput),
})

/** The first step sets noon; minutes step by five. */
export const Steps = meta.story({
  render: () => (
    <Hold<string | null> initial={null}>
      {(value, set) => (
        <Field label="Starts">
          <TimeInput
            value={value}
            onChange={(next) => {
              set(next)
              onChange(next)
            }}
          />
        </Field>
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    const minute = canvas.getByRole('spinbutton', { name: 'Minute' })
    await userEvent.type(minute, '30')
    await expect(onChange).toHaveBeenLastCalledWith('12:30')
    await userEvent.keyboard('{ArrowUp}')
    await expect(onChange).toHaveBeenLastCalledWith('12:35')
    await userEvent.click(canvas.getByText('AM'))
    await expect(onChange).toHaveBeenLastCalledWith('00:35')
    const hour = canvas.getByRole('spinbutton', { name: 'Hour' })
    await userEvent.clear(hour)
    await expect(onChange).toHaveBeenLastCalledWith(null)
    await userEvent.type(hour, '6')
    await expect(onChange).toHaveBeenLastCalledWith('18:00')
  },
})

const show = live(TimeInput)
export const States = meta.story({
  render: () => (
    <StateGrid<ValueProps<string | null>>
      on="input"
      without={['Pressed']}
      of={(props, state) => show({ value: '06:30', onChange, 'aria-label': state, name: state, ...props })}
      others={{ Empty: { value: null }, Invalid: { invalid: true }, Disabled: { disabled: true } }}
    />
  ),
})
