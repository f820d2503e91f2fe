import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useRecord } from '#blocks/query/use-record.ts'
import { useRows } from '#blocks/query/use-rows.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { folders, type Folder } from '../entities.ts'
import { idsBelow, type Tree } from './use-folders.ts'

/** The folders in the open one, on a phone: one folder at a time. @useSignals */
export const SubFolders = ({
  tree,
  current,
  onOpen,
}: {
  tree: ReadonlySignal<Tree>
  current: Id | null
  onOpen: (id: Id) => void
}) => {
  const rowsOf = useRows()
  const ids = idsBelow(tree.value, current)
  return ids.length ? (
    <ul className={list} aria-label="Folders here">
      {rowsOf(folders, ids, (item) => (
        <Line item={item} onOpen={onOpen} />
      ))}
    </ul>
  ) : null
}

/** @useSignals */
const Line = memo(({ item, onOpen }: { item: ReadonlySignal<Folder>; onOpen: (id: Id) => void }) => {
  const { id, name, documents } = useRecord(item)
  return (
    <button type="button" className={row} onClick={() => onOpen(id)}>
      <Icon name="folder" />
      <bdi className={css({ truncate: true })}>{name}</bdi>
      <span className={css({ color: 'muted' })}>{documents || ''}</span>
      <Icon name="chevron-right" size="sm" />
    </button>
  )
})

const list = css({
  display: { base: 'grid', lg: 'none' },
  layerStyle: 'card',
  overflow: 'hidden',
  '& li + li': { borderTop: '1px solid {colors.line}' },
})
const row = css({
  stack: '3',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
  alignItems: 'center',
  width: 'full',
  minHeight: '14',
  paddingInline: '3.5',
  textAlign: 'start',
  cursor: 'pointer',
})
