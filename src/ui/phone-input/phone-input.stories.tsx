import { expect, fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { type LineProps } from '#ui/text-input/text-input.tsx'
import { Field, type FieldProps } from '#ui/field/field.tsx'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { PhoneInput } from './phone-input.tsx'

const Called = (field: Pick<FieldProps, 'label' | 'help'>) => (
  <Field {...field}>
    <Hold initial="15095550142">{(value, onChange) => <PhoneInput value={value} onChange={onChange} />}</Hold>
  </Field>
)

const guide: Guide = {
  pairs: [
    {
      do: [
        'Take any way of writing: with spaces, brackets or +1. The input puts it in order.',
        () => <Called label="Phone" />,
      ],
      dont: ['Do not explain a format.', () => <Called label="Phone" help="10 digits without spaces" />],
    },
  ],
  keys: { 'Any digit': 'Is put in its place; letters are left out.' },
}

const meta = preview.meta({
  title: 'Kit/Phone input',
  tags: ['autodocs'],
  component: PhoneInput,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    value: '15095550142',
    onChange: fn(),
    'aria-label': 'Phone',
    readOnly: false,
    disabled: false,
    invalid: false,
  },
  render: live(PhoneInput),
})

const show = live(PhoneInput)
export const States = meta.story({
  render: () => (
    <StateGrid<LineProps>
      on="input"
      without={['Pressed']}
      of={(props, state) => show({ value: '15095550142', onChange: () => {}, 'aria-label': state, ...props })}
      others={{ Empty: { value: '' }, Invalid: { invalid: true, value: '1509' }, Disabled: { disabled: true } }}
    />
  ),
})

/** Letters and surplus digits are ignored; the value starts with 1. */
export const Typing = meta.story({
  args: { onChange: fn(), value: '', 'aria-label': 'Phone' },
  render: (args) => (
    <Hold initial={args.value}>
      {(value, set) => (
        <PhoneInput
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
    const input = canvas.getByRole('textbox')
    await userEvent.type(input, 'a509x55501429')
    await expect(input).toHaveValue('(509) 555-0142')
    await expect(args.onChange).toHaveBeenLastCalledWith('15095550142')
    await userEvent.type(input, '{Backspace}', { initialSelectionStart: 2, initialSelectionEnd: 2 })
    await expect(input).toHaveValue('(095) 550-142')
    await userEvent.clear(input)
    await userEvent.paste('+1 (509) 555-0199')
    await expect(args.onChange).toHaveBeenLastCalledWith('15095550199')
    await userEvent.clear(input)
    await expect(args.onChange).toHaveBeenLastCalledWith('')
  },
})
