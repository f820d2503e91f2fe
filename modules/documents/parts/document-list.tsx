import { memo, useEffect, useRef, type KeyboardEvent } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReadonlySignal } from '@preact/signals-react'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatRecent } from '#lib/moments.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { documents, type Document } from '../entities.ts'
import { sizeOf } from './kinds.ts'
import { TypeTile } from './type-tile.tsx'

export interface DocumentListProps {
  readonly items: readonly ReadonlySignal<Document>[]
  readonly selected: Id | null
  /** Where a document is shown, if it is not in the folder that is open. */
  readonly placeOf?: ((document: Document) => string) | undefined
  readonly onSelect: (document: Document) => void
  readonly onOpen: (document: Document) => void
  /** Fetches what comes after the last row. */
  readonly onEnd?: (() => void) | undefined
}

const ROW = 54
/** How many rows before the last one the next page is fetched. */
const AHEAD = 30

/** Documents in a list of which only what is in sight is drawn. Arrows move, Space shows, Enter opens. */
export const DocumentList = ({ items, selected, placeOf, onSelect, onOpen, onEnd }: DocumentListProps) => {
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 12,
    getItemKey: (at) => items[at]?.peek().id ?? at,
  })
  const drawn = rows.getVirtualItems()
  const isAtEnd = (drawn.at(-1)?.index ?? 0) >= items.length - AHEAD
  useEffect(() => {
    if (isAtEnd) onEnd?.()
    // Each further page makes the list longer, and another one is asked for only once its end is near.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAtEnd, items.length])
  const current = items.findIndex((item) => item.peek().id === selected)
  useEffect(() => {
    if (current < 0) return
    rows.scrollToIndex(current, { align: 'auto' })
    // The keys go on from the row that they led to.
    if (frame.current?.contains(document.activeElement))
      frame.current.querySelector<HTMLElement>(`[data-at="${current}"]`)?.focus({ preventScroll: true })
  }, [rows, current])

  function onKeyDown(event: KeyboardEvent, at: number) {
    const one = items[at]?.peek()
    const next = items[at + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? items.length)]?.peek()
    if (next) onSelect(next)
    else if (one && event.key === ' ') onSelect(one)
    else if (one && event.key === 'Enter') onOpen(one)
    else return
    event.preventDefault()
  }
  return (
    <div className={card}>
      <div className={head} aria-hidden>
        <span>Name</span>
        <span />
        <span>By</span>
        <span>Changed</span>
        <span>Size</span>
      </div>
      <div ref={frame} className={scroll}>
        <ul aria-label="Documents" style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {drawn.map(({ index, key, start }) => {
            const item = items[index]
            return item ? (
              <li key={key} style={{ position: 'absolute', insetInline: 0, top: start, height: ROW }}>
                <Row {...{ item, placeOf, onSelect, onKeyDown }} at={index} isSelected={index === current} />
              </li>
            ) : null
          })}
        </ul>
      </div>
    </div>
  )
}

interface RowProps extends Pick<DocumentListProps, 'placeOf' | 'onSelect'> {
  readonly item: ReadonlySignal<Document>
  readonly at: number
  readonly isSelected: boolean
  readonly onKeyDown: (event: KeyboardEvent, at: number) => void
}

/** One document. @useSignals */
const Row = memo(({ item, at, isSelected, placeOf, onSelect, onKeyDown }: RowProps) => {
  const one = item.value
  return (
    <a
      href={`/projects/${one.project_id}/documents/${one.id}`}
      className={row}
      data-at={at}
      aria-current={isSelected ? 'true' : undefined}
      draggable
      onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(one.id))}
      onKeyDown={(event) => onKeyDown(event, at)}
      onClick={(event) => {
        // A new tab is the browser's to open.
        if (event.ctrlKey || event.metaKey || event.shiftKey) return
        event.preventDefault()
        onSelect(one)
      }}
    >
      <TypeTile name={one.name} />
      <span className={css({ minWidth: '0' })}>
        <b className={name}>
          <bdi>{one.name}</bdi>
        </b>
        <span className={sub}>
          {placeOf ? placeOf(one) : `Version ${one.version}`}
          <span data-narrow> · {one.locked_id === null ? sizeOf(one.size) : `Locked by ${one.locked_name}`}</span>{' '}
          <WaitingTag entity={documents} id={one.id} />
        </span>
      </span>
      <span data-wide>
        {one.locked_id !== null && (
          <Tag tone="attention">
            <Icon name="lock" size="sm" /> Locked
          </Tag>
        )}
      </span>
      <span data-wide className={muted}>
        {one.user_name}
      </span>
      <span data-wide className={muted}>
        {formatRecent(Date.parse(one.updated_at)).split(',')[0]}
      </span>
      <span data-wide className={muted}>
        {sizeOf(one.size)}
      </span>
    </a>
  )
})

/** How a document that is dragged to a folder is named. */
export const DRAGGED = 'application/x-plumbline-document'

const columns = { base: 'auto minmax(0, 1fr)', lg: 'auto minmax(0, 1fr) auto 8rem 6rem 5rem' }
const narrow = {
  '& [data-wide]': { display: { base: 'none', lg: 'block' } },
  '& [data-narrow]': { display: { lg: 'none' } },
}
const card = css({ background: 'card', border: '1px solid {colors.line}', borderRadius: 'lg', overflow: 'hidden' })
const head = css({
  display: { base: 'none', lg: 'grid' },
  gridTemplateColumns: 'minmax(0, 1fr) auto 8rem 6rem 5rem',
  gap: '3',
  paddingInline: '3.5',
  paddingBlock: '2.5',
  textStyle: 'small',
  fontWeight: 'strong',
  color: 'muted',
  borderBottom: '1px solid {colors.line}',
  '& > :nth-child(n + 3)': { textAlign: 'end' },
})
const scroll = css({
  maxHeight: { base: 'none', md: '32rem' },
  overflowY: 'auto',
  _focusVisible: { outline: '2px solid {colors.primary}', outlineOffset: '-2px' },
})
const row = css({
  display: 'grid',
  gridTemplateColumns: columns,
  alignItems: 'center',
  gap: '3',
  height: 'full',
  paddingInline: '3.5',
  cursor: 'pointer',
  borderBottom: '1px solid {colors.line}',
  _hover: { background: 'soft' },
  '&[aria-current]': { background: 'primary.soft' },
  ...narrow,
})
const name = css({ display: 'block', overflow: 'hidden', textOverflow: 'ellipsis', whiteSpace: 'nowrap' })
const sub = css({
  display: 'block',
  textStyle: 'small',
  color: 'muted',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
const muted = css({
  color: 'muted',
  textStyle: 'small',
  textAlign: 'end',
  overflow: 'hidden',
  textOverflow: 'ellipsis',
  whiteSpace: 'nowrap',
})
