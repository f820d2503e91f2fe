import preview from '../../../.storybook/preview.tsx'
import { Samples } from '#ui/story.tsx'
import { css } from '#css/css'
import { Icon, iconNames } from './icon.tsx'

const meta = preview.meta({ title: 'Foundations/Icons', tags: ['autodocs'], component: Icon })

const figure = css({
  display: 'grid',
  justifyItems: 'center',
  gap: '1',
  width: '24',
  textStyle: 'caption',
  color: 'muted',
})

/** All icons that modules may use. */
export const Names = meta.story({
  render: () => (
    <Samples>
      {iconNames.map((name) => (
        <figure key={name} className={figure}>
          <Icon name={name} />
          <figcaption>{name}</figcaption>
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
