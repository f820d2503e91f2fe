import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { Samples } from '#ui/story.tsx'
import { Progress } from './progress.tsx'

const Long = ({ value }: { value: number }) => (
  <div style={{ width: '16rem' }}>
    <Progress aria-label="Uploading" value={value} />
  </div>
)

const guide: Guide = {
  pairs: [
    {
      do: ['Show how far it is when that is known.', () => <Long value={0.35} />],
      dont: [
        'A bar that stands at 99 % for a minute: while the rest is not known, give null.',
        () => <Long value={0.99} />,
      ],
    },
  ],
}

const meta = preview.meta({
  title: 'Kit/Progress',
  tags: ['autodocs'],
  component: Progress,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: { value: 0.35, 'aria-label': 'Uploading E3.2.pdf' },
  argTypes: { value: { control: { type: 'range', min: 0, max: 1, step: 0.05 } } },
  render: (args) => (
    <div style={{ width: '20rem' }}>
      <Progress {...args} />
    </div>
  ),
})

export const States = meta.story({
  render: () => (
    <Samples column>
      <Progress aria-label="Uploading E3.2.pdf" value={0.35} />
      <Progress aria-label="Uploading photos" value={1} />
      <Progress aria-label="Preparing" value={null} />
    </Samples>
  ),
})
