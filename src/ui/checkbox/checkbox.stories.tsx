import { expect, fn } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { Checkbox, type CheckboxProps } from './checkbox.tsx'

const Checked = ({ children }: { children: string }) => (
  <Hold<boolean> initial>
    {(value, onChange) => (
      <Checkbox value={value} onChange={onChange}>
        {children}
      </Checkbox>
    )}
  </Hold>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Say what is the case when it is checked.', () => <Checked>Per diem</Checked>],
      dont: [
        'A negation makes people think twice: what does no check mean?',
        () => <Checked>Do not pay per diem</Checked>,
      ],
    },
    {
      do: ['Use it within a form, where Save makes it count.', () => <Checked>Schedulable</Checked>],
      dont: ['What takes effect at once is a `Switch`.', () => <Checked>Dark theme</Checked>],
    },
  ],
  keys: { Space: 'Checks it, or takes the check away.' },
}

const meta = preview.meta({
  title: 'Kit/Checkbox',
  tags: ['autodocs'],
  component: Checkbox,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: { value: false, onChange: fn(), children: 'Per diem', indeterminate: false, invalid: false, disabled: false },
  render: live(Checkbox),
  play: async ({ canvas, userEvent, args }) => {
    const box = canvas.getByRole('checkbox', { name: 'Per diem' })
    box.focus()
    await userEvent.keyboard(' ')
    await expect(box).toBeChecked()
    await expect(args.onChange).toHaveBeenCalledWith(true)
  },
})

const show = live(Checkbox)
export const States = meta.story({
  render: () => (
    <StateGrid<CheckboxProps>
      on="[data-part=control]"
      without={['Hover', 'Pressed']}
      of={(props) => show({ value: true, onChange: () => {}, children: 'Per diem', ...props })}
      others={{
        Unchecked: { value: false },
        'Partly checked': { indeterminate: true },
        Invalid: { invalid: true },
        'Invalid, unchecked': { invalid: true, value: false },
        Disabled: { disabled: true },
        'Long text': { children: 'Is paid for travel and lodging on out-of-town projects' },
      }}
    />
  ),
})

export const Dark = meta.story({ ...States.input, globals: { theme: 'dark' } })
