import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Icon } from '#ui/icon/icon.tsx'
import type { Folder } from '../entities.ts'

/** The folders in the open one, on a phone: one folder at a time. */
export const SubFolders = ({ folders, onOpen }: { folders: readonly Folder[]; onOpen: (id: Id) => void }) =>
  folders.length ? (
    <ul className={list} aria-label="Folders here">
      {folders.map(({ id, name, documents }) => (
        <li key={id}>
          <button type="button" className={row} onClick={() => onOpen(id)}>
            <Icon name="folder" />
            <bdi className={css({ truncate: true })}>{name}</bdi>
            <span className={css({ color: 'muted' })}>{documents || ''}</span>
            <Icon name="chevron-right" size="sm" />
          </button>
        </li>
      ))}
    </ul>
  ) : null

const list = css({
  display: { base: 'grid', md: 'none' },
  background: 'card',
  border: '1px solid {colors.line}',
  borderRadius: 'lg',
  overflow: 'hidden',
  '& li + li': { borderTop: '1px solid {colors.line}' },
})
const row = css({
  display: 'grid',
  gridTemplateColumns: 'auto minmax(0, 1fr) auto auto',
  alignItems: 'center',
  gap: '3',
  width: 'full',
  minHeight: '14',
  paddingInline: '3.5',
  textAlign: 'start',
  cursor: 'pointer',
})
