import { expect, fn } from 'storybook/test'
import preview from '../../../.storybook/preview.tsx'
import { Field } from '#ui/field/field.tsx'
import { Hold } from '#ui/story.tsx'
import { ColorPicker } from './color-picker.tsx'

const meta = preview.meta({ title: 'Kit/Color picker', tags: ['autodocs'], component: ColorPicker })

const onChange = fn()

/** A colour can be picked from the palette or typed. */
export const Palette = meta.story({
  render: () => (
    <Hold initial="#2f6fd6">
      {(value, set) => (
        <Field label="Color">
          <ColorPicker
            value={value}
            onChange={(next) => {
              set(next)
              onChange(next)
            }}
          />
        </Field>
      )}
    </Hold>
  ),
  play: async ({ canvas, userEvent }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Green' }))
    await expect(onChange).toHaveBeenLastCalledWith('#2c9b6b')
    const hex = canvas.getByRole('textbox', { name: 'Color' })
    await userEvent.clear(hex)
    await userEvent.type(hex, '#123456{Enter}')
    await expect(onChange).toHaveBeenLastCalledWith('#123456')
  },
})

export const Dark = meta.story({ ...Palette.input, globals: { theme: 'dark' } })
