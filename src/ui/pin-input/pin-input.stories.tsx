import { expect, fn, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Samples, StateGrid, live } from '#ui/story.tsx'
import { PinInput, type PinInputProps } from './pin-input.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Go on by itself once the last digit is there.',
        () => <PinInput aria-label="Code" value="419" onChange={() => {}} />,
      ],
      dont: [
        'Do not ask for one digit more than the code has.',
        () => (
          <Samples column>
            <PinInput aria-label="Code" value="419" length={8} onChange={() => {}} />
          </Samples>
        ),
      ],
    },
  ],
  keys: { Tab: 'Moves to the next box.', Backspace: 'Clears a box and moves back.', 'Ctrl V': 'Fills all boxes.' },
}

const meta = preview.meta({
  title: 'Kit/Pin input',
  tags: ['autodocs'],
  component: PinInput,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    value: '',
    onChange: fn(),
    onComplete: fn(),
    'aria-label': 'Code',
    length: 6,
    disabled: false,
    invalid: false,
  },
  render: live(PinInput),
  play: async ({ args, canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('textbox', { name: 'Code, digit 1 of 6' }))
    await userEvent.paste('419273')
    await waitFor(() => expect(args.onComplete).toHaveBeenLastCalledWith('419273'))
    await expect(canvas.getByRole('textbox', { name: 'Code, digit 6 of 6' })).toHaveValue('3')
  },
})

const show = live(PinInput)
export const States = meta.story({
  tags: ['!test'],
  render: () => (
    <StateGrid<PinInputProps>
      on="input"
      without={['Pressed']}
      of={(props, state) => show({ value: '419', onChange: () => {}, 'aria-label': state, ...props })}
      others={{ Invalid: { invalid: true }, Disabled: { disabled: true } }}
    />
  ),
})
