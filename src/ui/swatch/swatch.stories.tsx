import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Swatch } from './swatch.tsx'

const guide: Guide = {
  pairs: [
    {
      do: ['Write the name beside the color.', () => <Swatch color="#2f6fd6" label="Rough-in" />],
      dont: [
        'Do not use it for what a status means: that is a `Tag`.',
        () => <Swatch color="#be400b" label="Overdue" />,
      ],
    },
  ],
}

const meta = preview.meta({
  title: 'Kit/Swatch',
  tags: ['autodocs'],
  component: Swatch,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  argTypes: { color: { control: 'color' } },
  args: { color: '#2f6fd6', label: 'Rough-in' },
})
