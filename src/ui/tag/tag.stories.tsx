import preview from '../../../.storybook/preview.tsx'
import { Samples } from '#ui/story.tsx'
import { Badge, Tag } from './tag.tsx'

const meta = preview.meta({ title: 'Kit/Tag', tags: ['autodocs'], component: Tag })

export const Tones = meta.story({
  render: () => (
    <Samples>
      <Tag>Standard</Tag>
      <Tag tone="primary">Sent</Tag>
      <Tag tone="attention">Overdue since yesterday</Tag>
      <Tag tone="done">Resolved</Tag>
      <Tag tone="prevailing">Prevailing</Tag>
    </Samples>
  ),
})

export const Dark = meta.story({ ...Tones.input, globals: { theme: 'dark' } })

export const Badges = meta.story({
  render: () => (
    <Samples>
      <Badge count={3} />
      <Badge count={12} tone="neutral" />
      <Badge count={0} />
    </Samples>
  ),
})
