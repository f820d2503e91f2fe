import { expect, fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { NumberInput, type NumberInputProps } from './number-input.tsx'

const Counted = ({ initial = 8, ...props }: Partial<NumberInputProps> & { initial?: number }) => (
  <Hold<number | null> initial={initial}>
    {(value, onChange) => <NumberInput aria-label="Hours" {...props} value={value} onChange={onChange} />}
  </Hold>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Show plus and minus where a thumb changes it often, as hours in the field.',
        () => <Counted stepper press={0.5} decimals={2} />,
      ],
      dont: ['In a form at a desk they take the room of three digits.', () => <Counted stepper />],
    },
    {
      do: [
        'Take what is typed as it is, and say at the field what is wrong with it.',
        () => <Counted invalid initial={25} />,
      ],
      dont: ['Codes and numbers of projects are no numbers: use a `TextInput`.', () => <Counted initial={26041} />],
    },
  ],
  keys: {
    'ArrowUp, ArrowDown': 'Adds a step, or takes one away, and stops at the limits.',
    Tab: 'Moves on, past the plus and minus buttons, and shows the number with its decimals.',
  },
}

const meta = preview.meta({
  title: 'Kit/Number input',
  tags: ['autodocs'],
  component: NumberInput,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    value: 8,
    onChange: fn(),
    'aria-label': 'Hours',
    min: 0,
    max: 24,
    step: 0.25,
    decimals: 2,
    hours: false,
    stepper: false,
    disabled: false,
    invalid: false,
  },
  render: live(NumberInput),
})

const show = live(NumberInput)
export const States = meta.story({
  render: () => (
    <StateGrid<NumberInputProps>
      on="input"
      without={['Pressed']}
      of={(props, state) => show({ value: 8, onChange: () => {}, 'aria-label': state, decimals: 2, ...props })}
      others={{
        Empty: { value: null, placeholder: '0.00' },
        Invalid: { invalid: true },
        Disabled: { disabled: true },
        'With buttons': { stepper: true, press: 0.5 },
        'With buttons, at a limit': { stepper: true, max: 8 },
        'With buttons, invalid': { stepper: true, invalid: true },
      }}
    />
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
