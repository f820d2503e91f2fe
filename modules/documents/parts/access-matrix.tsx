import { useRef, useState, type ComponentProps, type KeyboardEvent } from 'react'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { arrow } from '#ui/drag/arrow.ts'
import { Icon } from '#ui/icon/icon.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { levels, type Level } from '../access.ts'
import { keyOf, type Cell, type Subject } from '../matrix.ts'
import type { Branch } from '../tree.ts'
import { LevelFace, looks } from './level-face.tsx'

interface MatrixFolder {
  readonly id: Id
  readonly parent_id: Id | null
  readonly name: string
}

export interface AccessMatrixProps {
  readonly rows: readonly Branch<MatrixFolder>[]
  /** Columns in groups, such as roles and contact types. */
  readonly groups: readonly { readonly label: string; readonly subjects: readonly Subject[] }[]
  readonly cells: ReadonlyMap<string, Cell>
  /** Whether anything in this folder may be changed. */
  readonly mayChange: (folder: Id) => boolean
  /** Sets a cell; null for what the folder above says. */
  readonly onSet: (folder: Id, subject: Subject, level: Level | null) => void
}

const letters: Readonly<Record<string, Level>> = { n: 'none', u: 'upload', v: 'view', e: 'edit' }

/**
 * Folders by people: filled cells are set there, plain ones come from the folder above. Arrows move, N, U, V and E set a
 * level, Delete gives a cell back to the folder above, Enter explains the levels.
 */
export const AccessMatrix = ({ rows, groups, cells, mayChange, onSet }: AccessMatrixProps) => {
  const table = useRef<HTMLTableElement>(null)
  const [at, setAt] = useState<readonly [row: number, column: number]>([0, 0])
  const [opened, setOpened] = useState<string | null>(null)
  const subjects = groups.flatMap((group) => group.subjects)

  function onKeyDown(event: KeyboardEvent, row: number, column: number) {
    const [right, down] = arrow(event.key) ?? [0, 0]
    const folder = rows[row]?.folder
    const subject = subjects[column]
    if (down || right) {
      const next = [
        Math.min(rows.length - 1, Math.max(0, row + down)),
        Math.min(subjects.length - 1, Math.max(0, column + right)),
      ] as const
      setAt(next)
      table.current?.querySelector<HTMLElement>(`[data-cell="${next.join()}"]`)?.focus()
    } else if (!folder || !subject || event.ctrlKey || event.metaKey || !isOpen(folder.id, subject)) return
    else if (letters[event.key.toLowerCase()]) onSet(folder.id, subject, letters[event.key.toLowerCase()] ?? null)
    else if (event.key === 'Delete' || event.key === 'Backspace') onSet(folder.id, subject, null)
    else return
    event.preventDefault()
  }
  /** Nothing narrows administrators, so nothing is set for them. */
  const isOpen = (folder: Id, { role }: Subject) => role !== 'admin' && mayChange(folder)

  return (
    // A wide table scrolls within its frame.
    <div className={frame}>
      <table ref={table} aria-label="Folder access" className={grid}>
        <thead>
          <tr>
            <td className={corner} aria-label="Folders" />
            {groups.map(({ label, subjects: { length } }) =>
              length ? (
                <th key={label} scope="colgroup" colSpan={length}>
                  {label}
                </th>
              ) : null,
            )}
          </tr>
          <tr>
            <th scope="col" className={corner}>
              Folder
            </th>
            {subjects.map((subject) => (
              <th key={keyOf(0, subject)} scope="col">
                {subject.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ folder, depth }, row) => (
            <tr key={folder.id}>
              <th scope="row" className={first} style={{ paddingInlineStart: `${0.875 + depth * 1.25}rem` }}>
                <span className={css({ row: '2', fontWeight: depth ? 'normal' : 'strong' })}>
                  <Icon name="folder" size="sm" />
                  <bdi>{folder.name}</bdi>
                </span>
              </th>
              {subjects.map((subject, column) => {
                const key = keyOf(folder.id, subject)
                const face = {
                  cell: cells.get(key) ?? { level: 'none', own: false, from: null },
                  folder,
                  subject,
                  'data-cell': `${row},${column}`,
                } as const
                const above = rows.find((one) => one.folder.id === folder.parent_id)?.folder
                return (
                  <td key={key}>
                    {opened === key ? (
                      <Levels {...face} above={above} onSet={(level) => onSet(folder.id, subject, level)} />
                    ) : (
                      <Face
                        {...face}
                        tabIndex={at[0] === row && at[1] === column ? 0 : -1}
                        aria-disabled={!isOpen(folder.id, subject)}
                        onFocus={() => setAt([row, column])}
                        onKeyDown={(event) => onKeyDown(event, row, column)}
                        onClick={() => isOpen(folder.id, subject) && setOpened(key)}
                      />
                    )}
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

interface FaceProps extends ComponentProps<'button'> {
  cell: Cell
  subject: Subject
  folder: MatrixFolder
}

const Face = ({ cell, subject, folder, ...rest }: FaceProps) => (
  <button
    type="button"
    className={button}
    aria-label={`${subject.label} in ${folder.name}: ${looks[cell.level].label}, ${cell.own ? 'set here' : 'from above'}`}
    {...rest}
  >
    <LevelFace cell={cell} subject={subject} />
  </button>
)

/** What each level means, to choose one. */
const Levels = ({
  above,
  onSet,
  ...face
}: FaceProps & { above: MatrixFolder | undefined; onSet: (level: Level | null) => void }) => (
  <Menu
    defaultOpen
    label={`${face.subject.label} in ${face.folder.name}`}
    trigger={<Face {...face} />}
    items={[
      ...levels.map((level) => ({
        label: `${looks[level].label}: ${looks[level].means}`,
        icon: looks[level].icon,
        onSelect: () => onSet(level),
      })),
      {
        label: above ? `Same as ${above.name}` : 'As by default',
        icon: 'undo-2' as const,
        separated: true,
        onSelect: () => onSet(null),
      },
    ]}
  />
)

const frame = css({ overflow: 'auto', maxHeight: '75vh', layerStyle: 'card' })
const grid = css({
  borderCollapse: 'separate',
  borderSpacing: '0',
  minWidth: 'full',
  '& th, & td': {
    borderBottom: '1px solid {colors.line}',
    borderInlineEnd: '1px solid {colors.line}',
    textAlign: 'center',
    padding: '1',
  },
  '& thead th': { textStyle: 'note', fontWeight: 'strong', paddingBlock: '2', minWidth: '5rem', background: 'card' },
})
const corner = css({
  position: 'sticky',
  insetInlineStart: '0',
  zIndex: '1',
  background: 'card',
  textAlign: 'start!',
  paddingInlineStart: '3.5!',
})
const first = css({
  position: 'sticky',
  insetInlineStart: '0',
  zIndex: '1',
  background: 'card',
  textAlign: 'start!',
  minWidth: { base: '9rem', md: '13rem' },
})
const button = css({
  display: 'inline-grid',
  placeItems: 'center',
  width: 'full',
  minHeight: { base: '8', _coarse: 'touch' },
  borderRadius: 'md',
  cursor: 'pointer',
  '&[aria-disabled=true]': { cursor: 'default' },
  _focusVisible: { outline: '2px solid {colors.primary}' },
})
