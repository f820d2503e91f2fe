import { expect, fn, waitFor } from 'storybook/test'
import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Hold, StateGrid, live } from '#ui/story.tsx'
import { ColorPicker, type ColorPickerProps } from './color-picker.tsx'

const blues = { Navy: '#1b3a8f', Blue: '#2f6fd6', Sky: '#4a86e0', Azure: '#3c78da' }
const Picked = ({ colors }: Pick<ColorPickerProps, 'colors'>) => (
  <Hold initial="#2f6fd6">
    {(value, onChange) => (
      <ColorPicker aria-label="Color" value={value} onChange={onChange} {...(colors && { colors })} />
    )}
  </Hold>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Offer the palette: its colors are told apart in both themes.', () => <Picked />],
      dont: ['Shades of one hue look alike in a strip of 8 px.', () => <Picked colors={blues} />],
    },
  ],
  keys: {
    Tab: 'Moves from color to color, and to the box for the code.',
    'Enter, Space': 'Picks the color that has the focus.',
    'Enter (in the box)': 'Takes the code that was typed, such as 2C9B6B.',
  },
}

const meta = preview.meta({
  title: 'Kit/Color picker',
  tags: ['autodocs'],
  component: ColorPicker,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: { value: '#2f6fd6', onChange: fn(), 'aria-label': 'Color', disabled: false },
  render: live(ColorPicker),
  play: async ({ canvas, userEvent, args }) => {
    await userEvent.click(canvas.getByRole('button', { name: 'Green' }))
    await expect(args.onChange).toHaveBeenLastCalledWith('#2c9b6b')
    const hex = canvas.getByRole('textbox', { name: 'Color' })
    await waitFor(() => expect(hex).toHaveValue('#2C9B6B'))
    await userEvent.clear(hex)
    await userEvent.type(hex, '#123456{Enter}')
    await expect(args.onChange).toHaveBeenLastCalledWith('#123456')
  },
})

const show = live(ColorPicker)
export const States = meta.story({
  tags: ['!test'],
  render: () => (
    <StateGrid<ColorPickerProps>
      on="button"
      without={['Hover', 'Pressed']}
      of={(props, state) => show({ value: '#2f6fd6', onChange: () => {}, 'aria-label': state, ...props })}
      others={{ 'Not of the palette': { value: '#123456' }, Disabled: { disabled: true } }}
    />
  ),
})

export const Dark = meta.story({ ...Playground.input, globals: { theme: 'dark' } })
