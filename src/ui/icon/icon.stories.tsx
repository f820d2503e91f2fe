import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { CopyName, Samples } from '#ui/story.tsx'
import { css } from '#css/css'
import { Icon } from './icon.tsx'
import { iconNames } from './icons.ts'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Put the word beside it; the icon helps to find it again.',
        () => (
          <Samples>
            <Icon name="hard-hat" /> Projects
          </Samples>
        ),
      ],
      dont: [
        'Alone it is a riddle to who sees it for the first time.',
        () => <Icon name="hard-hat" label="Projects" />,
      ],
    },
    {
      do: ['Use one icon for one thing everywhere: a clock is time worked.', () => <Icon name="clock" />],
      dont: [
        'Do not draw one of your own. Lucide has it, and icons.ts takes it in.',
        () => <Icon name="no-such-icon" />,
      ],
    },
  ],
}

const meta = preview.meta({
  title: 'Foundations/Icons',
  tags: ['autodocs'],
  component: Icon,
  parameters: { layout: 'centered', guide },
})

const figure = css({
  stack: '1',
  justifyItems: 'center',
  width: '24',
  textStyle: 'caption',
  color: 'muted',
  overflowWrap: 'anywhere',
})

export const Playground = meta.story({ args: { name: 'hard-hat', size: 'md', label: 'Projects' } })

/** All icons that modules may use. */
export const Names = meta.story({
  parameters: { layout: 'fullscreen' },
  render: () => (
    <Samples>
      {iconNames.map((name) => (
        <figure key={name} className={figure}>
          <Icon name={name} />
          <figcaption>{name}</figcaption>
          <CopyName name={name} />
        </figure>
      ))}
    </Samples>
  ),
})

export const Sizes = meta.story({
  render: () => (
    <Samples>
      <Icon name="hard-hat" size="sm" label="Projects, small" />
      <Icon name="hard-hat" label="Projects" />
      <Icon name="hard-hat" size="lg" label="Projects, large" />
    </Samples>
  ),
})

export const UnknownName = meta.story({ args: { name: 'no-such-icon', label: 'Unknown' } })
