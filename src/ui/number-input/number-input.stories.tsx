import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { NumberInput } from './number-input.tsx'

const meta = preview.meta({ title: 'Kit/Number input', component: NumberInput })

export const States = meta.story({
  render: () => (
    <Hold<number | null> initial={8}>
      {(value, onChange) => (
        <Samples column>
          <NumberInput aria-label="Hours" value={value} onChange={onChange} />
          <NumberInput aria-label="Budget" decimals={2} value={value} onChange={onChange} />
          <NumberInput
            aria-label="Crew hours"
            stepper
            step={0.5}
            min={0}
            max={24}
            decimals={2}
            value={value}
            onChange={onChange}
          />
          <NumberInput aria-label="Invalid" invalid value={value} onChange={onChange} />
          <NumberInput aria-label="Disabled" disabled value={value} onChange={onChange} />
        </Samples>
      )}
    </Hold>
  ),
})

export const Dark = meta.story({ ...States.input, globals: { theme: 'dark' } })

/** Incomplete numbers stay as typed, arrow keys step, and an empty input is null. */
export const Typing = meta.story({
  args: { onChange: fn(), value: null, 'aria-label': 'Hours', step: 0.25 },
  render: (args) => (
    <Hold initial={args.value}>
      {(value, set) => (
        <NumberInput
          {...args}
          value={value}
          onChange={(next) => {
            set(next)
            args.onChange(next)
          }}
        />
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('spinbutton')
    await userEvent.type(input, '7.50')
    await expect(input).toHaveValue('7.50')
    await expect(args.onChange).toHaveBeenLastCalledWith(7.5)
    await userEvent.keyboard('{ArrowUp}')
    await expect(args.onChange).toHaveBeenLastCalledWith(7.75)
    await userEvent.clear(input)
    await expect(args.onChange).toHaveBeenLastCalledWith(null)
  },
})
