import { expect } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Hold, Samples } from '#ui/story.tsx'
import { Checkbox } from './checkbox.tsx'

const meta = preview.meta({ title: 'Kit/Checkbox', tags: ['autodocs'], component: Checkbox })

export const States = meta.story({
  render: () => (
    <Hold initial={false}>
      {(value, onChange) => (
        <Samples column>
          <Checkbox value={value} onChange={onChange}>
            Per diem
          </Checkbox>
          <Checkbox value onChange={onChange}>
            Schedulable
          </Checkbox>
          <Checkbox value={false} indeterminate onChange={onChange}>
            Some of them
          </Checkbox>
          <Checkbox value invalid onChange={onChange}>
            Invalid
          </Checkbox>
          <Checkbox value disabled onChange={onChange}>
            Disabled
          </Checkbox>
        </Samples>
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    const box = canvas.getByRole('checkbox', { name: 'Per diem' })
    box.focus()
    await userEvent.keyboard(' ')
    await expect(box).toBeChecked()
  },
})

export const Dark = meta.story({ ...States.input, globals: { theme: 'dark' } })
