import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { Field } from './field.tsx'

const meta = preview.meta({ title: 'Kit/Field', tags: ['autodocs'], component: Field })

const input = (initial = '') => (
  <Hold initial={initial}>{(value, set) => <TextInput value={value} onChange={set} />}</Hold>
)

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
