import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { StateGrid } from '#ui/story.tsx'
import { Breadcrumb } from './breadcrumb.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Name each step as its own page does, the number rather than the long name.',
        () => <Breadcrumb items={[{ label: 'Projects', href: '/projects' }, { label: '26-041' }]} />,
      ],
      dont: [
        'Do not show one for a list that the menu leads to: it has nothing above it.',
        () => <Breadcrumb items={[{ label: 'Projects' }]} />,
      ],
    },
  ],
  keys: { Tab: 'Moves to the next step.', Enter: 'Follows the step that has the focus.' },
}

const meta = preview.meta({
  title: 'Kit/Breadcrumb',
  tags: ['autodocs'],
  component: Breadcrumb,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: {
    items: [{ label: 'Projects', href: '/projects' }, { label: '26-041', href: '/projects/41' }, { label: 'RFI 013' }],
  },
})

export const States = meta.story({
  tags: ['!test'],
  render: () => (
    <StateGrid
      on="a"
      of={() => <Breadcrumb items={[{ label: 'Projects', href: '/projects' }, { label: '26-041' }]} />}
      without={['Pressed']}
    />
  ),
})
