import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Hold } from '#ui/story.tsx'
import { PasswordInput } from './password-input.tsx'

const meta = preview.meta({ title: 'Kit/Password input', tags: ['autodocs'], component: PasswordInput })

export const Reveal = meta.story({
  render: () => (
    <Hold initial="">
      {(value, onChange) => <PasswordInput aria-label="Password" value={value} onChange={onChange} />}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    const input = canvas.getByLabelText('Password')
    await userEvent.type(input, 'plumb bob')
    await expect(input).toHaveAttribute('type', 'password')
    await userEvent.click(canvas.getByRole('button'))
    await expect(input).toHaveAttribute('type', 'text')
    await expect(input).toHaveValue('plumb bob')
  },
})
