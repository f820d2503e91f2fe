import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatDay } from '#lib/days.ts'
import { Button, IconButton, LinkButton } from '#ui/button/button.tsx'
import { Menu, type MenuItem } from '#ui/menu/menu.tsx'
import { Select } from '#ui/select/select.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { DrawingRevision, DrawingSheet } from '../entities.ts'

/** The bar above a sheet, in place of the app's own. */
export const SheetBar = ({
  sheet,
  shown,
  revisions,
  onRevision,
  back,
  menu,
  marks,
  onMarks,
  pins,
  onPins,
  publishing,
  download,
  listing,
  onListing,
  compare,
}: {
  sheet: DrawingSheet
  shown: DrawingRevision
  revisions: readonly DrawingRevision[]
  onRevision: (id: Id) => void
  back: string
  menu: readonly MenuItem[]
  marks: boolean
  onMarks: (shown: boolean) => void
  pins: boolean
  onPins: (shown: boolean) => void
  /** How many of one's own marks can be published, and how. */
  publishing: { count: number; publish: () => void } | null
  download: string
  /** Whether the lists are open, where there is no room for them beside the sheet. */
  listing: boolean
  onListing: () => void
  /** Where its revisions are compared; null for the only one. */
  compare: string | null
}) => (
  <header className={bar}>
    <LinkButton variant="ghost" icon="arrow-left" href={back} aria-label="Drawings">
      {''}
    </LinkButton>
    <h1
      className={css({
        display: 'flex',
        alignItems: 'baseline',
        gap: '2',
        minWidth: '0',
        maxWidth: { base: '30%', md: 'none' },
      })}
    >
      <span className={css({ textStyle: 'section', flex: 'none' })}>{sheet.number}</span>
      <span className={css({ truncate: true, fontWeight: 'normal', fontSize: 'md' })}>{sheet.title}</span>
    </h1>
    <span className={desk}>
      <Select
        aria-label="Revision"
        value={shown.id}
        onChange={(id) => id !== null && onRevision(id)}
        options={revisions.map((one) => ({
          value: one.id,
          label: `Rev ${one.revision}${one.dated === null ? '' : ` · ${formatDay(one.dated)}`}`,
        }))}
      />
    </span>
    {shown.superseded_by === null ? (
      <span className={desk}>
        <Tag tone="done">Current</Tag>
      </span>
    ) : (
      <Tag tone="attention">Superseded by rev {shown.superseded_by}</Tag>
    )}
    <span className={css({ flex: '1' })} />
    <span className={wide}>
      {compare !== null && (
        <LinkButton variant="outline" icon="layers" href={compare}>
          Compare
        </LinkButton>
      )}
      <Switch value={marks} onChange={onMarks}>
        Markups
      </Switch>
      <Switch value={pins} onChange={onPins}>
        Pins
      </Switch>
      <LinkButton variant="outline" icon="download" href={download} download aria-label="Download this sheet">
        {''}
      </LinkButton>
    </span>
    <span className={css({ display: { base: 'block', lg: 'none' } })}>
      <IconButton
        icon="layers"
        variant="outline"
        aria-label="What is on this sheet"
        aria-expanded={listing}
        onClick={onListing}
      />
    </span>
    <Menu label="More" items={menu} trigger={<IconButton icon="ellipsis" variant="outline" aria-label="More" />} />
    {publishing !== null && publishing.count > 0 && (
      <Button variant="solid" icon="send" onClick={publishing.publish}>
        Publish {publishing.count}
        <span className={css({ display: { base: 'none', md: 'inline' } })}>
          {publishing.count === 1 ? 'markup' : 'markups'}
        </span>
      </Button>
    )}
  </header>
)

const bar = css({
  display: 'flex',
  flexWrap: { base: 'wrap', md: 'nowrap' },
  alignItems: 'center',
  gap: '2.5',
  minHeight: '14',
  paddingInline: { base: '2', md: '3.5' },
  background: 'card',
  borderBottom: '1px solid {colors.line}',
})
const desk = css({ display: { base: 'none', md: 'flex' }, alignItems: 'center', gap: '2.5' })
/** On narrower screens the menu has these. */
const wide = css({
  display: 'none',
  alignItems: 'center',
  gap: '2.5',
  '@media (min-width: 80rem)': { display: 'flex' },
})
