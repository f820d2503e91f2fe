import { expect, fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Samples, StateGrid, live } from '#ui/story.tsx'
import { PasswordInput, type PasswordInputProps } from './password-input.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Let people see what they type, and paste from a password manager.',
        () => <PasswordInput aria-label="Password" value="plumb bob" onChange={() => {}} />,
      ],
      dont: [
        'Do not ask to type it twice: the button shows it.',
        () => (
          <Samples column>
            <PasswordInput aria-label="Password" value="plumb bob" onChange={() => {}} />
            <PasswordInput aria-label="Repeat password" value="plumb bob" onChange={() => {}} />
          </Samples>
        ),
      ],
    },
  ],
  keys: { Tab: 'Moves to the input.' },
}

const meta = preview.meta({
  title: 'Kit/Password input',
  tags: ['autodocs'],
  component: PasswordInput,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    value: '',
    onChange: fn(),
    'aria-label': 'Password',
    autoComplete: 'current-password',
    disabled: false,
    invalid: false,
  },
  render: live(PasswordInput),
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByLabelText('Password')
    await userEvent.type(input, 'plumb bob')
    await expect(input).toHaveAttribute('type', 'password')
    await userEvent.click(canvas.getByRole('button'))
    await expect(input).toHaveAttribute('type', 'text')
    await expect(input).toHaveValue('plumb bob')
  },
})

const show = live(PasswordInput)
export const States = meta.story({
  tags: ['!test'],
  render: () => (
    <StateGrid<PasswordInputProps>
      on="input"
      without={['Pressed']}
      of={(props, state) => show({ value: 'plumb bob', onChange: () => {}, 'aria-label': state, ...props })}
      others={{ Invalid: { invalid: true }, Disabled: { disabled: true } }}
    />
  ),
})
