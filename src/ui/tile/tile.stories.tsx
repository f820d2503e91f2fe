import preview, { type Guide } from '../../../.storybook/preview.tsx'
import { StateGrid } from '#ui/story.tsx'
import { Tile, slimTiles, tiles, type TileProps } from './tile.tsx'

const guide: Guide = {
  pairs: [
    {
      do: [
        'Say in the note how things are, and highlight what waits for this person.',
        () => <Tile href="/time" icon="users" title="Time" note="4 people missing for Thursday" attention />,
      ],
      dont: [
        'A note that describes the page is read once.',
        () => <Tile href="/time" icon="users" title="Time" note="Enter and review time" />,
      ],
    },
  ],
  keys: { Tab: 'Moves to the next tile.', Enter: 'Opens it.' },
}

const meta = preview.meta({
  title: 'Kit/Tile',
  tags: ['autodocs'],
  component: Tile,
  parameters: { layout: 'centered', guide },
})

export const Playground = meta.story({
  args: { href: '/projects', icon: 'hard-hat', title: 'Projects', note: '64 active · 3 need you', attention: false },
})

export const States = meta.story({
  tags: ['!test'],
  render: () => (
    <StateGrid<TileProps>
      on="a"
      without={['Pressed']}
      of={(props) => <Tile href="/time" icon="clock" title="Time" note="32.00 h this week" {...props} />}
      others={{
        Attention: { attention: true, note: '4 missing' },
        'Long text': { note: '4 people missing for Thursday, and 2 weeks to be approved' },
      }}
    />
  ),
})

/** Tiles are cards on desktops and rows on phones. */
export const Home = meta.story({
  render: () => (
    <div className={tiles}>
      <Tile href="/projects" icon="hard-hat" title="Projects" note="64 active · 3 need you" />
      <Tile href="/schedule" icon="calendar-days" title="The Schedule" note="18 people on 9 jobs today" />
      <Tile href="/directory" icon="contact" title="Directory" note="212 people and companies" />
      <Tile href="/timecard" icon="clock" title="My Time" note="32.00 h this week" />
      <Tile href="/time" icon="users" title="Time" note="4 people missing for Thursday" attention />
    </div>
  ),
})

export const Dark = meta.story({ ...Home.input, globals: { theme: 'dark' } })

/** On phones slim tiles stand beside one another; at a desk they are like others. */
export const SlimOnPhone = meta.story({
  globals: { viewport: { value: 'phone' } },
  render: () => (
    <div className={slimTiles}>
      <Tile slim href="/projects" icon="hard-hat" title="Projects" />
      <Tile slim href="/schedule" icon="calendar-days" title="The Schedule" />
      <Tile slim href="/directory" icon="contact" title="Directory" />
      <Tile slim href="/timecard" icon="clock" title="My Time" />
      <Tile slim href="/time" icon="users" title="Time" />
    </div>
  ),
})
