import { memo } from 'react'
import { useDerived } from '#blocks/query/use-derived.ts'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatDay } from '#lib/days.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { DrawingSheet } from '../../entities.ts'
import { sheetHref } from '../addresses.ts'
import type { PinCounts } from '../pins/use-pins.ts'
import type { KeptSheets } from './keep-sheets.ts'
import { Thumb } from './thumb.tsx'

export interface SheetFace {
  readonly sheet: DrawingSheet
  /** Says since when it is new. */
  readonly fresh: string | null
  readonly pins: PinCounts
  readonly kept: KeptSheets
}

/** A sheet as a card: what it looks like, its number and revision, and what is pinned on it. */
export const SheetCard = ({ sheet, fresh, pins, kept }: SheetFace) => (
  <a href={sheetHref(sheet)} className={card} aria-label={labelOf(sheet)}>
    <span className={picture}>
      {sheet.current_revision_id !== null && <Thumb id={sheet.current_revision_id} state={sheet.preview_state} />}
      {fresh && <span className={news}>{fresh}</span>}
    </span>
    <span className={foot}>
      <span className={css({ row: '2' })}>
        <strong className={css({ textStyle: 'section' })}>{sheet.number}</strong>
        <Revision sheet={sheet} fresh={fresh} />
        <OnDevice id={sheet.id} kept={kept} />
        <span className={css({ marginLeft: 'auto' })}>
          <Pins id={sheet.id} counts={pins} />
        </span>
      </span>
      <span className={css({ display: 'flex', gap: '2', textStyle: 'small' })}>
        <span className={css({ flex: '1', truncate: true })}>{sheet.title}</span>
        {sheet.dated !== null && (
          <span className={css({ color: 'muted', flex: 'none' })}>{formatDay(sheet.dated)}</span>
        )}
      </span>
    </span>
  </a>
)

export const Revision = ({ sheet: { revision }, fresh }: Pick<SheetFace, 'sheet' | 'fresh'>) =>
  revision !== null && (
    <Tag small tone={fresh ? 'primary' : 'neutral'}>
      Rev {revision}
    </Tag>
  )

/** How many records are pinned to a sheet. @useSignals */
export const Pins = memo(({ id, counts }: { id: Id; counts: PinCounts }) => {
  const count = useDerived(() => counts.value.get(id) ?? 0, [counts, id])
  return (
    count > 0 && (
      <span className={css({ inlineRow: '0.5', textStyle: 'note' })}>
        <Icon name="map-pin" size="sm" label="Pins" />
        {count}
      </span>
    )
  )
})

/** Whether a sheet opens here without a connection, and whether that would be an old one. @useSignals */
export const OnDevice = memo(({ id, kept }: { id: Id; kept: KeptSheets }) => {
  const held = useDerived(() => kept.value[id]?.held ?? null, [kept, id])
  if (held === null) return null
  return held === 'current' ? (
    <span className={css({ display: 'flex', color: 'done' })}>
      <Icon name="check" size="sm" label="On this device" />
    </span>
  ) : (
    <Tag small tone="attention">
      Rev {held.superseded} on this device
    </Tag>
  )
})

const labelOf = ({ number, title, revision }: DrawingSheet) => `${number} ${title}, revision ${revision ?? 'none'}`

const card = css({
  display: 'grid',
  layerStyle: 'card',
  overflow: 'hidden',
  contentVisibility: 'auto',
  containIntrinsicSize: 'auto 12rem',
  _hover: { borderColor: 'faint' },
})
const picture = css({ position: 'relative', display: 'block', aspectRatio: '7 / 4', background: 'white', padding: '1' })
const news = css({
  position: 'absolute',
  top: '2',
  left: '2',
  paddingInline: '2',
  borderRadius: 'sm',
  background: 'primary.soft',
  color: 'primary',
  textStyle: 'caption',
  fontWeight: 'strong',
})
const foot = css({ stack: '0.5', paddingBlock: '2.5', paddingInline: '3.5', borderTop: '1px solid {colors.line}' })
