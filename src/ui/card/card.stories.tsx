import preview from '../../../.storybook/preview.tsx'
import { Samples } from '#ui/story.tsx'
import { Card } from './card.tsx'

const meta = preview.meta({ title: 'Kit/Card', tags: ['autodocs'], component: Card })

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
