import { memo, useCallback, useEffect, useRef, type KeyboardEvent } from 'react'
import { useVirtualizer } from '@tanstack/react-virtual'
import type { ReadonlySignal } from '@preact/signals-react'
import { WaitingTag } from '#blocks/outbox/waiting-tag.tsx'
import { useRecord } from '#blocks/query/use-record.ts'
import { css } from '#css/css'
import { sortBy } from '#core/entity/wording.ts'
import { formatRecent } from '#lib/moments.ts'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { documents, folders, type Document } from '../entities.ts'
import { formatSize } from '#lib/file-size.ts'
import { wordsNote } from '../words.ts'
import { FolderPath } from './folder-path.tsx'
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

/** A virtual list of documents. The arrow keys move, Space previews, Enter opens and F2 renames. @useSignals */
export const DocumentList = ({ shelf, onRename }: { shelf: Shelf; onRename: (document: Document) => void }) => {
  const { documentId, marked, order, setSort, select } = shelf
  const items = shelf.rows.value
  const { rows: listed, mark: onMark } = shelf
  const onAll = useCallback(
    (on: boolean) =>
      onMark(
        listed.peek().map((item) => item.peek().id),
        on,
      ),
    [onMark, listed],
  )
  const frame = useRef<HTMLDivElement>(null)
  const rows = useVirtualizer({
    count: items.length,
    getScrollElement: () => frame.current,
    estimateSize: () => ROW,
    overscan: 12,
    getItemKey: (at) => items[at]?.peek().id ?? at,
  })
  const isMarked = new Set(marked.map(({ id }) => id))
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
      frame.current.querySelector<HTMLElement>(`[data-id="${documentId}"] > a`)?.focus({ preventScroll: true })
  }, [rows, current, documentId])

  function onKeyDown(event: KeyboardEvent) {
    const id = event.target instanceof HTMLAnchorElement ? Number(event.target.parentElement?.dataset.id) : null
    const at = items.findIndex((item) => item.peek().id === id)
    const one = items[at]?.peek()
    if (!one) return
    const next = items[at + ({ ArrowDown: 1, ArrowUp: -1 }[event.key] ?? items.length)]?.peek()
    if (next) select(next)
    else if (event.key === ' ') select(one)
    else if (event.key === 'Enter') shelf.open(one)
    else if (event.key === 'F2') onRename(one)
    else return
    event.preventDefault()
  }
  return (
    <div className={card}>
      <Head {...{ order, setSort, onAll }} all={marked.length === items.length || (marked.length > 0 && 'some')} />
      <div ref={frame} className={scroll}>
        {/* The keys are those of the links in it. */}
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-interactions */}
        <ul aria-label="Documents" style={{ height: rows.getTotalSize(), position: 'relative' }} onKeyDown={onKeyDown}>
          {drawn.map(({ index, key, start }) => {
            const item = items[index]
            return item ? (
              <li key={key} className={line} data-id={key} style={{ top: start, height: ROW }}>
                <Row
                  item={item}
                  isMarked={isMarked.has(item.peek().id)}
                  isSelected={index === current}
                  withFolder={shelf.everywhere}
                  isSought={shelf.sought !== ''}
                  onMark={onMark}
                  onSelect={select}
                />
              </li>
            ) : null
          })}
        </ul>
      </div>
    </div>
  )
}

/** Marks all, and sorts by a column. */
const Head = memo(
  ({
    all,
    order,
    setSort,
    onAll,
  }: Pick<Shelf, 'order' | 'setSort'> & { all: boolean | 'some'; onAll: (on: boolean) => void }) => (
    <div className={head}>
      <Checkbox aria-label="Mark all" value={all === true} indeterminate={all === 'some'} onChange={onAll} />
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
  ),
)

interface RowProps {
  readonly item: ReadonlySignal<Document>
  readonly isMarked: boolean
  readonly isSelected: boolean
  /** Whether it says in which folder it is. */
  readonly withFolder: boolean
  /** Whether a search found it, so that it says when its words are not all searched. */
  readonly isSought: boolean
  readonly onMark: Shelf['mark']
  readonly onSelect: Shelf['select']
}

/** One document. @useSignals */
const Row = memo(({ item, isMarked, isSelected, withFolder, isSought, onMark, onSelect }: RowProps) => {
  const one = useRecord(item)
  const note = isSought ? wordsNote(one) : null
  return (
    <>
      <span className={mark}>
        {/* The platform's own, as in tables: the kit's is many elements in each of many rows. */}
        <input
          type="checkbox"
          aria-label={`Mark ${one.name}`}
          className={tick}
          checked={isMarked}
          onChange={({ target }) => onMark([one.id], target.checked)}
        />
      </span>
      <a
        href={`/projects/${one.project_id}/documents/${one.id}`}
        className={row}
        aria-current={isSelected ? 'true' : undefined}
        draggable
        onDragStart={(event) => event.dataTransfer.setData(DRAGGED, String(one.id))}
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
            {note !== null && `${note} · `}
            {withFolder ? <FolderPath entity={folders} id={one.folder_id} /> : `Version ${one.version}`}
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
const tick = css({ boxSize: '4', accentColor: '{colors.primary}', cursor: 'pointer' })
const mark = css({ display: wide, alignItems: 'center', paddingInlineStart: '3.5' })
const narrow = {
  '& [data-wide]': { display: { base: 'none', lg: 'block' } },
  '& [data-narrow]': { display: { lg: 'none' } },
}
const card = css({ layerStyle: 'card', overflow: 'hidden' })
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
  row: '1',
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
  stack: '3',
  gridTemplateColumns: columns,
  alignItems: 'center',
  height: 'full',
  paddingInline: '3.5',
  cursor: 'pointer',
  ...narrow,
})
const name = css({ display: 'block', truncate: true })
const sub = css({ display: 'block', textStyle: 'note', truncate: true })
const muted = css({ textStyle: 'note', textAlign: 'end', truncate: true })
