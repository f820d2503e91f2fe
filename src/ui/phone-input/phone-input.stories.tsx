import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { PhoneInput } from './phone-input.tsx'

const meta = preview.meta({ title: 'Kit/Phone input', tags: ['autodocs'], component: PhoneInput })

export const States = meta.story({
  render: () => (
    <Hold initial="15095550142">
      {(value, onChange) => (
        <Samples column>
          <PhoneInput aria-label="Phone" value={value} onChange={onChange} />
          <PhoneInput aria-label="Empty" value="" onChange={onChange} />
          <PhoneInput aria-label="Invalid" invalid value="1509" onChange={onChange} />
          <PhoneInput aria-label="Disabled" disabled value={value} onChange={onChange} />
        </Samples>
      )}
    </Hold>
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
