import { fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { TextInput, type TextInputProps } from './text-input.tsx'

const Written = ({ label, ...props }: { label: string } & Pick<TextInputProps, 'type'>) => (
  <Field label={label}>
    <Hold initial="">{(value, onChange) => <TextInput {...props} value={value} onChange={onChange} />}</Hold>
  </Field>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Put it into a `Field`: the label stays while people type.', () => <Written label="Name" />],
      dont: [
        'A placeholder is no label: it is gone with the first letter.',
        () => <TextInput aria-label="Name" placeholder="Name" value="" onChange={() => {}} />,
      ],
    },
    {
      do: ['Set the `type`, so that phones show the matching keyboard.', () => <Written label="Email" type="email" />],
      dont: [
        'Do not use it for numbers, dates or phone numbers: they have inputs of their own.',
        () => <Written label="Hours" />,
      ],
    },
  ],
  keys: { Enter: 'Submits the form that it is in.', Tab: 'Moves on.' },
}

const meta = preview.meta({
  title: 'Kit/Text input',
  tags: ['autodocs'],
  component: TextInput,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    value: 'Hanford 300 Area Lighting',
    onChange: fn(),
    'aria-label': 'Name',
    placeholder: 'Name',
    type: 'text',
    readOnly: false,
    disabled: false,
    invalid: false,
  },
  render: live(TextInput),
})

const show = live(TextInput)
export const States = meta.story({
  render: () => (
    <StateGrid<TextInputProps>
      on="input"
      without={['Pressed']}
      of={(props, state) => show({ value: 'Hanford 300 Area', onChange: () => {}, 'aria-label': state, ...props })}
      others={{
        Empty: { value: '', placeholder: 'name@company.com' },
        Invalid: { invalid: true },
        Disabled: { disabled: true },
        'Read only': { readOnly: true },
        'Long text': { value: 'Hanford 300 Area Lighting Replacement, Phase 2, North Side' },
      }}
    />
  ),
})
