import { memo } from 'react'
import { css } from '#css/css'
import { formatDay } from '#lib/days.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import type { DrawingSheet } from '../../entities.ts'
import { sheetHref } from '../addresses.ts'
import { Thumb } from './thumb.tsx'

export interface SheetFaceProps {
  readonly sheet: DrawingSheet
  /** Says since when it is new. */
  readonly fresh: string | null
  readonly pins: number
  /** The revision of it that is on this device, where the current one is not. */
  readonly superseded: string | null
  readonly isHere: boolean
}

/** A sheet as a card: what it looks like, its number and revision, and what is pinned on it. */
export const SheetCard = memo(({ sheet, fresh, pins, ...here }: SheetFaceProps) => (
  <a href={sheetHref(sheet)} className={card} aria-label={labelOf(sheet)}>
    <span className={picture}>
      {sheet.current_revision_id !== null && <Thumb id={sheet.current_revision_id} state={sheet.preview_state} />}
      {fresh && <span className={news}>{fresh}</span>}
    </span>
    <span className={foot}>
      <span className={css({ row: '2' })}>
        <strong className={css({ textStyle: 'section' })}>{sheet.number}</strong>
        {sheet.revision !== null && (
          <Tag small tone={fresh ? 'primary' : 'neutral'}>
            Rev {sheet.revision}
          </Tag>
        )}
        <OnDevice {...here} />
        {pins > 0 && (
          <span className={pinned}>
            <Icon name="map-pin" size="sm" label="Pins" />
            {pins}
          </span>
        )}
      </span>
      <span className={css({ display: 'flex', gap: '2', textStyle: 'small' })}>
        <span className={css({ flex: '1', truncate: true })}>{sheet.title}</span>
        {sheet.dated !== null && (
          <span className={css({ color: 'muted', flex: 'none' })}>{formatDay(sheet.dated)}</span>
        )}
      </span>
    </span>
  </a>
))

/** A sheet as a line of a list. */
export const SheetLine = memo(({ sheet, fresh, pins, ...here }: SheetFaceProps) => (
  <a href={sheetHref(sheet)} className={line} aria-label={labelOf(sheet)}>
    <span className={small}>
      {sheet.current_revision_id !== null && <Thumb id={sheet.current_revision_id} state={sheet.preview_state} />}
    </span>
    <span className={css({ flex: '1 1 6rem', minWidth: '0' })}>
      <span className={css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2' })}>
        <strong>{sheet.number}</strong>
        {sheet.revision !== null && (
          <Tag small tone={fresh ? 'primary' : 'neutral'}>
            Rev {sheet.revision}
          </Tag>
        )}
        <OnDevice {...here} />
        {fresh && <span className={css({ textStyle: 'caption', color: 'primary' })}>{fresh}</span>}
      </span>
      <span className={css({ display: 'block', textStyle: 'small', truncate: true })}>{sheet.title}</span>
    </span>
    {pins > 0 && (
      <span className={pinned}>
        <Icon name="map-pin" size="sm" label="Pins" />
        {pins}
      </span>
    )}
    {sheet.dated !== null && <span className={css({ textStyle: 'note', flex: 'none' })}>{formatDay(sheet.dated)}</span>}
  </a>
))

/** Whether a sheet opens here without a connection, and whether that would be an old one. */
export const OnDevice = ({ isHere, superseded }: Pick<SheetFaceProps, 'isHere' | 'superseded'>) =>
  superseded !== null ? (
    <Tag small tone="attention">
      Rev {superseded} on this device
    </Tag>
  ) : isHere ? (
    <span className={css({ display: 'flex', color: 'done' })}>
      <Icon name="check" size="sm" label="On this device" />
    </span>
  ) : null

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
const pinned = css({ inlineRow: '0.5', marginLeft: 'auto', textStyle: 'note' })
const line = css({
  wrap: '3',
  minHeight: '16',
  paddingBlock: '2',
  paddingInline: '3.5',
  background: 'card',
  '&:not(:last-child)': { borderBottom: '1px solid {colors.line}' },
  _hover: { background: 'soft' },
})
const small = css({ flex: 'none', width: '16', height: '11', border: '1px solid {colors.line}', overflow: 'hidden' })
