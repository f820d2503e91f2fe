import { memo, useEffect, useRef, type KeyboardEvent } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReadonlySignal } from '@preact/signals-react'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { css } from '#css/css'
import { sortBy } from '#core/entity/wording.ts'
import { formatRecent } from '#lib/moments.ts'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { documents, type Document } from '../entities.ts'
import { formatSize } from '#lib/file-size.ts'
import { TypeTile } from './type-tile.tsx'
import { heads } from './heads.ts'
import type { Shelf } from './use-shelf.ts'

/** What documents are sorted by. */
export interface Order {
  readonly column: 'name' | 'user_name' | 'updated_at' | 'size'
  readonly direction: 'asc' | 'desc'
}

const ROW = 54
/** How many rows before the last one the next page is fetched. */
const AHEAD = 30

/** A virtual list of documents. The arrow keys move, Space previews, Enter opens and F2 renames. */
export const DocumentList = ({ shelf, onRename }: { shelf: Shelf; onRename: (document: Document) => void }) => {
  const { items, documentId, marked, order, setSort, select } = shelf
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
    if (isAtEnd) shelf.list.more?.()
    // Each further page makes the list longer, and another one is asked for only once its end is near.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [isAtEnd, items.length])
  const current = items.findIndex((item) => item.peek().id === documentId)
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
    if (next) select(next)
    else if (one && event.key === ' ') select(one)
    else if (one && event.key === 'Enter') shelf.open(one)
    else if (one && event.key === 'F2') onRename(one)
    else return
    event.preventDefault()
  }
  return (
    <div className={card}>
      <div className={head}>
        <Checkbox
          aria-label="Mark all"
          value={marked.length > 0 && marked.length === items.length}
          indeterminate={marked.length > 0 && marked.length < items.length}
          onChange={(on) =>
            shelf.mark(
              items.map((item) => item.peek().id),
              on,
            )
          }
        />
        {heads.map(([column, label]) => {
          const isSorted = order.column === column
          const descending = isSorted && order.direction === 'asc'
          return (
            <button
              key={column}
              type="button"
              className={headButton}
              aria-label={sortBy(label)}
              aria-pressed={isSorted}
              onClick={() => setSort(descending ? `-${column}` : column)}
            >
              {label}
              {isSorted && <Icon name={order.direction === 'asc' ? 'arrow-up' : 'arrow-down'} size="sm" />}
            </button>
          )
        })}
      </div>
      <div ref={frame} className={scroll}>
        <ul aria-label="Documents" style={{ height: rows.getTotalSize(), position: 'relative' }}>
          {drawn.map(({ index, key, start }) => {
            const item = items[index]
            return item ? (
              <li key={key} className={line} style={{ top: start, height: ROW }}>
                <Row
                  {...{ shelf, item, onKeyDown }}
                  at={index}
                  isMarked={marked.some(({ id }) => id === item.peek().id)}
                  isSelected={index === current}
                />
              </li>
            ) : null
          })}
        </ul>
      </div>
    </div>
  )
}

interface RowProps {
  readonly shelf: Shelf
  readonly item: ReadonlySignal<Document>
  readonly at: number
  readonly isMarked: boolean
  readonly isSelected: boolean
  readonly onKeyDown: (event: KeyboardEvent, at: number) => void
}

/** One document. @useSignals */
const Row = memo(({ shelf, item, at, isMarked, isSelected, onKeyDown }: RowProps) => {
  const one = item.value
  return (
    <>
      <span className={mark}>
        <Checkbox aria-label={`Mark ${one.name}`} value={isMarked} onChange={(on) => shelf.mark([one.id], on)} />
      </span>
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
          shelf.select(one)
        }}
      >
        <TypeTile name={one.name} />
        <span className={css({ minWidth: '0' })}>
          <b className={name}>
            <bdi>{one.name}</bdi>
          </b>
          <span className={sub}>
            {shelf.everywhere ? shelf.nameOf(one.folder_id) : `Version ${one.version}`}
            <span data-narrow>
              {' '}
              · {one.locked_id === null ? formatSize(one.size) : `Locked by ${one.locked_name}`}
            </span>{' '}
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
          {formatSize(one.size)}
        </span>
      </a>
    </>
  )
})

/** How a document that is dragged to a folder is named. */
export const DRAGGED = 'application/x-plumbline-document'

const columns = { base: 'auto minmax(0, 1fr)', lg: 'auto minmax(0, 1fr) auto 8rem 6rem 5rem' }
const wide = { base: 'none', lg: 'flex' } as const
const mark = css({ display: wide, alignItems: 'center', paddingInlineStart: '3.5' })
const narrow = {
  '& [data-wide]': { display: { base: 'none', lg: 'block' } },
  '& [data-narrow]': { display: { lg: 'none' } },
}
const card = css({ background: 'card', border: '1px solid {colors.line}', borderRadius: 'lg', overflow: 'hidden' })
const head = css({
  display: { base: 'none', lg: 'flex' },
  alignItems: 'center',
  gap: '3',
  paddingInline: '3.5',
  minHeight: '10',
  color: 'muted',
  borderBottom: '1px solid {colors.line}',
  '& > button:first-of-type': { flex: '1' },
  '& > button:nth-of-type(2)': { width: '8rem' },
  '& > button:nth-of-type(3)': { width: '6rem' },
  '& > button:nth-of-type(4)': { width: '5rem' },
  '& > button:nth-of-type(n + 2)': { justifyContent: 'flex-end' },
})
const headButton = css({
  display: 'flex',
  alignItems: 'center',
  gap: '1',
  minHeight: '8',
  textStyle: 'small',
  fontWeight: 'strong',
  cursor: 'pointer',
  _hover: { color: 'ink' },
})
const line = css({
  position: 'absolute',
  insetInline: '0',
  display: 'flex',
  borderBottom: '1px solid {colors.line}',
  _hover: { background: 'soft' },
  '&:has([aria-current])': { background: 'primary.soft' },
})
const scroll = css({
  maxHeight: { base: 'none', md: '32rem' },
  overflowY: 'auto',
  _focusVisible: { outline: '2px solid {colors.primary}', outlineOffset: '-2px' },
})
const row = css({
  flex: '1',
  minWidth: '0',
  display: 'grid',
  gridTemplateColumns: columns,
  alignItems: 'center',
  gap: '3',
  height: 'full',
  paddingInline: '3.5',
  cursor: 'pointer',
  ...narrow,
})
const name = css({ display: 'block', truncate: true })
const sub = css({
  display: 'block',
  textStyle: 'small',
  color: 'muted',
  truncate: true,
})
const muted = css({
  color: 'muted',
  textStyle: 'small',
  textAlign: 'end',
  truncate: true,
})
