import preview from '../../../.storybook/preview.tsx'
import { Tile, tiles } from './tile.tsx'

const meta = preview.meta({ title: 'Kit/Tile', tags: ['autodocs'], component: Tile })

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
