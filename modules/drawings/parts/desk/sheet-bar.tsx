import { css } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import { formatDay } from '#lib/days.ts'
import { Button, IconButton, LinkButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Select } from '#ui/select/select.tsx'
import { Switch } from '#ui/switch/switch.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { useShareLink } from '../../../share-links/components.ts'
import { editsDrawings, publishesMarkup } from '../../guards.ts'
import { fileOf } from '../addresses.ts'
import type { Desk } from './use-desk.ts'
import { compareHref, useSheetMenu } from './use-sheet-menu.ts'

/** The bar above a sheet, in place of the app's own. @useSignals */
export const SheetBar = ({ desk }: { desk: Desk }) => {
  const { sheet, shown, revisions, onRevision, back, listing, own, marking } = desk
  const { api } = useServices()
  const about = { project_id: sheet.project_id, noun: sheet.number, what: 'sheet', target_id: sheet.id } as const
  const share = useShareLink(about, editsDrawings(desk.user) && sheet.current_revision_id !== null)
  const menu = useSheetMenu(desk, share.items)
  const compare = compareHref(desk)
  return (
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
      <span className={middle}>
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
        <span className={middle}>
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
        <Switch value={desk.seesMarks} onChange={desk.setSeesMarks}>
          Markups
        </Switch>
        <Switch value={desk.seesPins} onChange={desk.setSeesPins}>
          Pins
        </Switch>
        <LinkButton
          variant="outline"
          icon="download"
          href={api.urlOf(`${fileOf(shown)}&download`)}
          download
          aria-label="Download this sheet"
        >
          {''}
        </LinkButton>
      </span>
      <span className={css({ display: { base: 'block', lg: 'none' } })}>
        <IconButton
          icon="layers"
          variant="outline"
          aria-label="What is on this sheet"
          aria-expanded={listing}
          onClick={() => desk.setListing(!listing)}
        />
      </span>
      <Menu label="More" items={menu} trigger={<IconButton icon="ellipsis" variant="outline" aria-label="More" />} />
      {publishesMarkup(desk.user) && own.length > 0 && (
        <Button variant="solid" icon="send" onClick={() => void marking.publish(own)}>
          Publish {own.length}
          <span className={css({ display: { base: 'none', md: 'inline' } })}>
            {own.length === 1 ? 'markup' : 'markups'}
          </span>
        </Button>
      )}
      {share.dialog}
    </header>
  )
}

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
const middle = css({ display: { base: 'none', md: 'flex' }, alignItems: 'center', gap: '2.5' })
/** On narrower screens the menu has these. */
const wide = css({
  display: 'none',
  alignItems: 'center',
  gap: '2.5',
  '@media (min-width: 80rem)': { display: 'flex' },
})
