import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Samples } from '#ui/story.tsx'
import { Badge, Tag } from './tag.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Give a color to what somebody must act on, and leave the usual gray.',
        () => (
          <Samples>
            <Tag>Standard</Tag>
            <Tag tone="attention">Overdue</Tag>
          </Samples>
        ),
      ],
      dont: [
        'If everything is colored, nothing stands out.',
        () => (
          <Samples>
            <Tag tone="primary">Standard</Tag>
            <Tag tone="done">Open</Tag>
            <Tag tone="attention">Overdue</Tag>
          </Samples>
        ),
      ],
    },
    {
      do: ['Say in the word what the color means.', () => <Tag tone="done">Resolved</Tag>],
      dont: ['Do not leave it to the color: one man in twelve does not see it.', () => <Tag tone="done">RFI 013</Tag>],
    },
  ],
}

const meta = preview.meta({
  title: 'Kit/Tag',
  tags: ['autodocs'],
  component: Tag,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({ args: { children: 'Overdue', tone: 'attention', small: false } })

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
