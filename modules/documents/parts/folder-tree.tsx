import { useState, type DragEvent } from 'react'
import type { Id } from '#core/access/access.ts'
import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import type { Level } from '../access.ts'
import { flat, sumOf, wayTo, type Branch } from '../tree.ts'

/** A folder, as far as the tree shows it. */
interface TreeFolder {
  readonly id: Id
  readonly parent_id: Id | null
  readonly name: string
  readonly sort: number
  readonly my_level: Level
  readonly documents: number
}

export interface FolderTreeProps<F extends TreeFolder> {
  readonly trees: readonly Branch<F>[]
  readonly all: readonly F[]
  readonly current: Id | null
  readonly onOpen: (id: Id | null) => void
  /** Files or documents were dropped on a folder. */
  readonly onDropOn?: ((folder: F, event: DragEvent) => void) | undefined
}

const countIn = (branch: Branch<TreeFolder>) => sumOf(branch, ({ documents }) => documents)

/** The folders of a project as a tree, with how many documents are in each and below it. */
export const FolderTree = <F extends TreeFolder>({ trees, all, current, onOpen, onDropOn }: FolderTreeProps<F>) => {
  const [toggled, setToggled] = useState<ReadonlyMap<Id, boolean>>(new Map())
  const onWay = new Set(wayTo(current, all).map(({ id }) => id))
  const isOpen = (id: Id) => toggled.get(id) ?? onWay.has(id)
  const shown = flat(trees, isOpen)
  const total = trees.reduce((sum, branch) => sum + countIn(branch), 0)
  return (
    <nav aria-label="Folders">
      <ul className={list}>
        <li>
          <div className={row} data-current={current === null || undefined}>
            <span className={css({ width: '6' })} />
            <button
              type="button"
              className={open}
              aria-current={current === null ? 'true' : undefined}
              onClick={() => onOpen(null)}
            >
              <Icon name="layers" size="sm" />
              <span className={nameOf}>All documents</span>
              <span className={count}>{total}</span>
            </button>
          </div>
        </li>
        {shown.map((branch) => {
          const { folder, depth, below } = branch
          const expanded = isOpen(folder.id)
          return (
            <li key={folder.id}>
              <div
                className={row}
                data-current={current === folder.id || undefined}
                style={{ paddingInlineStart: `${depth * 1.25}rem` }}
                onDragOver={(event) => onDropOn && event.preventDefault()}
                onDrop={(event) => {
                  if (!onDropOn) return
                  event.preventDefault()
                  onDropOn(folder, event)
                }}
              >
                {below.length ? (
                  <button
                    type="button"
                    className={toggle}
                    aria-expanded={expanded}
                    aria-label={`${expanded ? 'Close' : 'Open'} ${folder.name}`}
                    onClick={() => setToggled(new Map(toggled).set(folder.id, !expanded))}
                  >
                    <Icon name={expanded ? 'chevron-down' : 'chevron-right'} size="sm" />
                  </button>
                ) : (
                  <span className={css({ width: '6', flexShrink: '0' })} />
                )}
                <button
                  type="button"
                  className={open}
                  aria-current={current === folder.id ? 'true' : undefined}
                  onClick={() => onOpen(folder.id)}
                >
                  <Icon
                    name={
                      current === folder.id ? 'folder-open' : folder.my_level === 'upload' ? 'folder-input' : 'folder'
                    }
                    size="sm"
                  />
                  <bdi className={nameOf}>{folder.name}</bdi>
                  <span className={count}>{countIn(branch) || ''}</span>
                </button>
              </div>
            </li>
          )
        })}
      </ul>
    </nav>
  )
}

const list = css({ display: 'grid', gap: '0.5' })
const row = css({
  display: 'flex',
  alignItems: 'center',
  borderRadius: 'md',
  minHeight: { base: '9', _coarse: 'touch' },
  _hover: { background: 'soft' },
  '&[data-current]': { background: 'primary.soft', color: 'ink', fontWeight: 'strong' },
})
const toggle = css({
  display: 'grid',
  placeItems: 'center',
  width: '6',
  minHeight: { base: '9', _coarse: 'touch' },
  color: 'muted',
  cursor: 'pointer',
  flexShrink: '0',
})
const open = css({
  flex: '1',
  minWidth: '0',
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto',
  alignItems: 'center',
  gap: '2',
  paddingInlineEnd: '2.5',
  minHeight: { base: '9', _coarse: 'touch' },
  textAlign: 'start',
  cursor: 'pointer',
  '& svg': { color: 'muted' },
})
const nameOf = css({ truncate: true })
const count = css({ color: 'muted', textStyle: 'small', fontWeight: 'normal', fontVariantNumeric: 'tabular-nums' })
