import preview from '../../../.storybook/preview.tsx'
import { OutboxStorage } from '#ui/story.tsx'
import { css } from '#css/css'
import { Icon, iconNames } from './icon.tsx'

const meta = preview.meta({ title: 'Foundations/Icons', component: Icon })

const figure = css({
  display: 'grid',
  justifyItems: 'center',
  gap: '1',
  width: '24',
  textStyle: 'caption',
  color: 'muted',
})

/** Every name a module may give. */
export const Names = meta.story({
  render: () => (
    <OutboxStorage>
      {iconNames.map((name) => (
        <figure key={name} className={figure}>
          <Icon name={name} />
          <figcaption>{name}</figcaption>
        </figure>
      ))}
    </OutboxStorage>
  ),
})

export const Sizes = meta.story({
  render: () => (
    <OutboxStorage>
      <Icon name="hard-hat" size="sm" label="Projects, small" />
      <Icon name="hard-hat" label="Projects" />
      <Icon name="hard-hat" size="lg" label="Projects, large" />
    </OutboxStorage>
  ),
})

export const UnknownName = meta.story({ args: { name: 'no-such-icon', label: 'Unknown' } })
