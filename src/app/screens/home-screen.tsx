import { css, cx } from '#css/css'
import { Optional } from '#blocks/slot-outlet/optional.tsx'
import { lazyComponent } from '#blocks/slot-outlet/lazy-component.ts'
import type { Lazy } from '#core/module/define-module.ts'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { formatWeekday } from '#lib/days.ts'
import { firstHourLine, homeAction, homeCards, homeLinks, homeToday } from '#blocks/slots.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { Tile, slimTiles } from '#ui/tile/tile.tsx'
import { NeedsYou } from './needs-you.tsx'

const greeting = (hour: number) => (hour < 12 ? 'Good morning' : hour < 18 ? 'Good afternoon' : 'Good evening')

/** The home screen with the modules' tiles, each shown by its own guard (rule home-tiles). */
export const HomeScreen = () => {
  const { registry, session, settings } = useServices()
  const today = useToday()
  const user = session.user.value
  const links = registry.filled(homeLinks, user)
  return (
    <div className={frame}>
      <header className={head}>
        <div className={text}>
          <h1 className={title}>
            {greeting(new Date().getHours())}
            {user && `, ${user.name.split(' ')[0]}`}
          </h1>
          <span className={day}>{formatWeekday(today)}</span>
        </div>
        <SlotOutlet slot={homeAction} props={{}} />
      </header>
      {settings.value.guided && <SlotOutlet slot={firstHourLine} props={{}} />}
      <div className={cx(slimTiles, places)}>
        {registry.tiles(user).map(({ to, label, icon, detail }) => (
          <Tile key={to} slim href={to} title={label} icon={icon} note={detail && <Detail load={detail} />} />
        ))}
      </div>
      <div className={below} data-cards={registry.filled(homeCards, user).length > 0 || undefined}>
        <div className={css({ minWidth: '0' })}>
          <SlotOutlet slot={homeToday} props={{}} />
          <NeedsYou />
        </div>
        <div className={cards}>
          <SlotOutlet slot={homeCards} props={{}} />
        </div>
      </div>
      {links.length > 0 && (
        <nav aria-label="Lists" className={lists}>
          {links.map(({ to, label, icon }) => (
            <LinkButton key={to} variant="outline" icon={icon} href={to}>
              {label}
            </LinkButton>
          ))}
        </nav>
      )}
    </div>
  )
}

/** The status line of a tile, loaded after the tile is rendered. */
const Detail = ({ load }: { load: Lazy<Record<never, never>> }) => {
  const Part = lazyComponent(load)
  return (
    <Optional>
      <Part />
    </Optional>
  )
}

// Phones begin with the day, and have the tiles below what waits.
const frame = css({
  display: 'flex',
  flexDirection: 'column',
  padding: { base: '3.5', md: '22px 28px' },
  paddingTop: { md: '4' },
})
const places = css({ mdDown: { order: 1, marginTop: '4' } })
const lists = css({ flow: '2.5', marginTop: '4', order: { mdDown: 1 } })
const head = css({
  row: '4',
  justifyContent: 'end',
  marginBottom: { base: '2.5', md: '3.5' },
  '&:not(:has(button))': { mdDown: { marginBottom: '0' } },
  maxWidth: { md: 'none' },
})
// Who has cards has them beside what needs them from 1280 px on, whether they are there yet or not: nothing moves.
const below = css({
  display: 'grid',
  columnGap: '6',
  gridTemplateColumns: 'minmax(0, 1fr)',
  '@media (width >= 80rem)': { '&[data-cards]': { gridTemplateColumns: 'minmax(0, 1fr) 22.75rem' } },
})
const cards = css({ stack: '4', alignContent: 'start', minWidth: '0', marginTop: '4', _empty: { display: 'none' } })
// Phones begin with the day.
const text = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'baseline',
  columnGap: '3',
  flex: '1',
  minWidth: '0',
  mdDown: { srOnly: true },
})
const title = css({ textStyle: 'title' })
const day = css({ color: 'muted' })
