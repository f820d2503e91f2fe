import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { NumberInput } from './number-input.tsx'

const meta = preview.meta({ title: 'Kit/Number input', tags: ['autodocs'], component: NumberInput })

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

/** Nothing that is typed is altered: a text that is no number, or a number beyond the limits, stays as it is. */
export const AsTyped = meta.story({
  args: { onChange: fn(), value: null, 'aria-label': 'Hours', hours: true, min: 0, max: 24, decimals: 2 },
  render: Typing.input.render,
  play: async ({ canvas, userEvent, args }) => {
    const input = canvas.getByRole('spinbutton')
    for (const [text, number, shown = text] of [
      ['25', 25, '25.00'],
      ['-3', -3, '-3.00'],
      ['7.555', 7.555],
      ['abc', Number.NaN],
      ['7,5', 7.5, '7.50'],
      ['8:30', 8.5, '8.50'],
    ] as const) {
      await userEvent.clear(input)
      await userEvent.type(input, text)
      await expect(input).toHaveValue(text)
      await expect(args.onChange).toHaveBeenLastCalledWith(number)
      await userEvent.tab()
      await expect(input).toHaveValue(shown)
    }
  },
})

/** The first press of plus enters the usual number, further ones step. */
export const Usual = meta.story({
  args: { onChange: fn(), value: null, 'aria-label': 'Hours', stepper: true, press: 0.5, usual: 8, decimals: 2 },
  render: Typing.input.render,
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'More Hours' }))
    await expect(canvas.getByRole('spinbutton')).toHaveValue('8.00')
    await userEvent.click(canvas.getByRole('button', { name: 'More Hours' }))
    await expect(canvas.getByRole('spinbutton')).toHaveValue('8.50')
    await userEvent.click(canvas.getByRole('button', { name: 'Less Hours' }))
    await expect(canvas.getByRole('spinbutton')).toHaveValue('8.00')
  },
})
