import { expect } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { Field } from './field.tsx'

const input = (initial = '') => (
  <Hold initial={initial}>{(value, set) => <TextInput value={value} onChange={set} />}</Hold>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Say at the field what is wrong, and what to do.',
        () => (
          <Field label="End date" error="End date must be on or after start date.">
            {input('11/02/2026')}
          </Field>
        ),
      ],
      dont: [
        '“Invalid” leaves people to guess, and a toast is gone before they find the field.',
        () => (
          <Field label="End date" error="Invalid">
            {input('11/02/2026')}
          </Field>
        ),
      ],
    },
    {
      do: [
        'Mark what is required, and help where the label does not do.',
        () => (
          <Field label="Number" required help="As it stands on the contract.">
            {input()}
          </Field>
        ),
      ],
      dont: [
        'Help that repeats the label is read by nobody, and then the useful one is not either.',
        () => (
          <Field label="Number" help="Enter the number.">
            {input()}
          </Field>
        ),
      ],
    },
  ],
  keys: { Tab: 'Moves to its input. Screen readers say its label, then its error or help.' },
}

const meta = preview.meta({
  title: 'Kit/Field',
  tags: ['autodocs'],
  component: Field,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    label: 'Number',
    help: 'As it stands on the contract.',
    error: '',
    required: true,
    disabled: false,
    hideLabel: false,
    children: '',
  },
  argTypes: { children: { control: false } },
  render: (args) => <Field {...args}>{input('26-041')}</Field>,
})

export const States = meta.story({
  render: () => (
    <Samples column>
      <Field label="Name">{input('Canyon Lakes Elementary')}</Field>
      <Field label="Number" required help="As it stands on the contract.">
        {input()}
      </Field>
      <Field label="Title" error="Title is required">
        {input()}
      </Field>
      <Field label="Customer" disabled>
        {input('Port of Kennewick')}
      </Field>
    </Samples>
  ),
  play: async ({ canvas }) => {
    const invalid = canvas.getByRole('textbox', { name: 'Title' })
    await expect(invalid).toBeInvalid()
    await expect(invalid).toHaveAccessibleDescription('Title is required')
    await expect(canvas.getByRole('textbox', { name: /Number/ })).toHaveAccessibleDescription(
      'As it stands on the contract.',
    )
  },
})

export const Dark = meta.story({ ...States.input, globals: { theme: 'dark' } })
