import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Samples } from '#ui/story.tsx'
import { Card } from './card.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Put into one card what belongs together, with a heading.',
        () => <Card>Sheet E3.2 shows the 4" feeder crossing the stage opening.</Card>,
      ],
      dont: [
        'A card within a card draws two borders around one thing. Use a line or a heading within.',
        () => (
          <Card>
            <Card>Sheet E3.2 shows the 4" feeder.</Card>
          </Card>
        ),
      ],
    },
  ],
}

const meta = preview.meta({
  title: 'Kit/Card',
  tags: ['autodocs'],
  component: Card,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: { children: 'Sheet E3.2 shows the 4" feeder crossing the stage opening.', flush: false, invalid: false },
})

export const States = meta.story({
  render: () => (
    <Samples column>
      <Card>Sheet E3.2 shows the 4" feeder crossing the stage opening.</Card>
      <Card invalid>Please select a cost code for each entry.</Card>
      <Card flush>Rows reach the edge.</Card>
    </Samples>
  ),
})

export const Dark = meta.story({ ...States.input, globals: { theme: 'dark' } })
