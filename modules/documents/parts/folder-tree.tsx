import { memo, useCallback, useLayoutEffect, useRef, useState, type DragEvent } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useRecord } from '#blocks/query/use-record.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import type { DefaultFolder, defaultFolders, Folder, folders } from '../entities.ts'
import { flat, idsTo } from '../tree.ts'
import { countIn, type Tree } from './use-folders.ts'

export interface FolderTreeProps {
  readonly tree: ReadonlySignal<Tree>
  readonly entity: typeof folders | typeof defaultFolders
  readonly current: Id | null
  /** Keep it the same, so that only lines render that change. */
  readonly onOpen: (id: Id | null) => void
  /** Files or documents were dropped on a folder. */
  readonly onDropOn?: ((id: Id, event: DragEvent) => void) | undefined
}

/** The folders of a project as a tree, with how many documents are in each and below it. A line renders alone. @useSignals */
export const FolderTree = ({ entity, tree, current, onOpen, onDropOn }: FolderTreeProps) => {
  const { trees, counts } = tree.value
  const { store } = useServices()
  const [toggled, setToggled] = useState<ReadonlyMap<Id, boolean>>(new Map())
  const onWay = idsTo(current, trees)
  const isOpen = (id: Id) => toggled.get(id) ?? onWay.includes(id)
  const onToggle = useCallback((id: Id, open: boolean) => setToggled((before) => new Map(before).set(id, open)), [])
  const drop = useRef(onDropOn)
  useLayoutEffect(() => void (drop.current = onDropOn))
  const onDrop = useCallback((id: Id, event: DragEvent) => drop.current?.(id, event), [])
  return (
    <nav aria-label="Folders">
      <ul className={list}>
        <li>
          <div className={row} data-current={current === null || undefined}>
            <span className={before} />
            <button
              type="button"
              className={open}
              aria-current={current === null ? 'true' : undefined}
              onClick={() => onOpen(null)}
            >
              <Icon name="layers" size="sm" />
              <span className={nameOf}>All documents</span>
              <span className={count}>{countIn(tree.value, null)}</span>
            </button>
          </div>
        </li>
        {flat(trees, isOpen).map(({ folder: { id }, depth, below }) => {
          const item = store.of(entity).item(id)
          return (
            item && (
              <li key={id}>
                <Line
                  {...{ item, depth, onOpen, onToggle }}
                  {...(onDropOn && { onDropOn: onDrop })}
                  isCurrent={current === id}
                  isOpen={below.length ? isOpen(id) : null}
                  holds={counts[id] ?? 0}
                />
              </li>
            )
          )
        })}
      </ul>
    </nav>
  )
}

interface LineProps extends Pick<FolderTreeProps, 'onOpen' | 'onDropOn'> {
  readonly item: ReadonlySignal<Folder | DefaultFolder>
  readonly depth: number
  readonly isCurrent: boolean
  /** Null where nothing is below it. */
  readonly isOpen: boolean | null
  readonly holds: number
  readonly onToggle: (id: Id, open: boolean) => void
}

/** @useSignals */
const Line = memo(({ item, depth, isCurrent, isOpen, holds, onOpen, onToggle, onDropOn }: LineProps) => {
  const folder = useRecord(item)
  const { id, name } = folder
  const isInbox = 'my_level' in folder && folder.my_level === 'upload'
  return (
    <div
      className={row}
      data-current={isCurrent || undefined}
      style={{ paddingInlineStart: `${depth * 1.25}rem` }}
      onDragOver={(event) => onDropOn && event.preventDefault()}
      onDrop={(event) => {
        if (!onDropOn) return
        event.preventDefault()
        onDropOn(id, event)
      }}
    >
      {isOpen === null ? (
        <span className={before} />
      ) : (
        <button
          type="button"
          className={toggle}
          aria-expanded={isOpen}
          aria-label={`${isOpen ? 'Close' : 'Open'} ${name}`}
          onClick={() => onToggle(id, !isOpen)}
        >
          <Icon name={isOpen ? 'chevron-down' : 'chevron-right'} size="sm" />
        </button>
      )}
      <button type="button" className={open} aria-current={isCurrent ? 'true' : undefined} onClick={() => onOpen(id)}>
        <Icon name={isCurrent ? 'folder-open' : isInbox ? 'folder-input' : 'folder'} size="sm" />
        <bdi className={nameOf}>{name}</bdi>
        <span className={count}>{holds || ''}</span>
      </button>
    </div>
  )
})

const list = css({ stack: '0.5' })
const row = css({
  display: 'flex',
  alignItems: 'center',
  borderRadius: 'md',
  minHeight: { base: '9', _coarse: 'touch' },
  _hover: { background: 'soft' },
  '&[data-current]': { background: 'primary.soft', color: 'ink', fontWeight: 'strong' },
})
/** What stands before a name: what opens its folder, or nothing. */
const width = { base: '6', _coarse: 'touch' } as const
const before = css({ width, flexShrink: '0' })
const toggle = css({
  center: true,
  width,
  minHeight: { base: '9', _coarse: 'touch' },
  color: 'muted',
  cursor: 'pointer',
  flexShrink: '0',
})
const open = css({
  flex: '1',
  minWidth: '0',
  stack: '2',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  paddingInlineEnd: '2.5',
  minHeight: { base: '9', _coarse: 'touch' },
  textAlign: 'start',
  cursor: 'pointer',
  '& svg': { color: 'muted' },
})
const nameOf = css({ truncate: true })
const count = css({ textStyle: 'note', fontWeight: 'normal', fontVariantNumeric: 'tabular-nums' })
