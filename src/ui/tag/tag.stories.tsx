import preview from '../../../.storybook/preview.tsx'
import { OutboxStorage } from '#ui/story.tsx'
import { Badge, Tag } from './tag.tsx'

const meta = preview.meta({ title: 'Kit/Tag', component: Tag })

export const Tones = meta.story({
  render: () => (
    <OutboxStorage>
      <Tag>Standard</Tag>
      <Tag tone="primary">Sent</Tag>
      <Tag tone="attention">Overdue since yesterday</Tag>
      <Tag tone="done">Resolved</Tag>
      <Tag tone="prevailing">Prevailing</Tag>
    </OutboxStorage>
  ),
})

export const Dark = meta.story({ ...Tones.input, globals: { theme: 'dark' } })

export const Badges = meta.story({
  render: () => (
    <OutboxStorage>
      <Badge count={3} />
      <Badge count={12} tone="neutral" />
      <Badge count={0} />
    </OutboxStorage>
  ),
})
