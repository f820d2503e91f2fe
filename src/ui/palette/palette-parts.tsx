import type { ReactNode } from 'react'
import { css } from '#css/css'
import { Icon } from '#ui/icon/icon.tsx'
import { Marked } from './marked.tsx'
import type { PaletteGroup, PaletteItem } from './palette-item.ts'
import { feet, heading, keyCap, kinds, chip, row, disc, words, main, sub } from './palette.styles.ts'

interface KindsProps {
  groups: readonly PaletteGroup[]
  kind: string | null
  onKind: (kind: string | null) => void
}

/** The kinds there are, each with its number. */
export const Kinds = ({ groups, kind, onKind }: KindsProps) => {
  const filled = groups.filter(({ items }) => items.length)
  if (!filled.length) return null
  const counted = filled.map((one) => ({ ...one, count: one.count ?? `${one.items.length}` }))
  const total = counted.reduce((sum, { count }) => sum + parseInt(count, 10), 0)
  const all = [
    { key: null, label: 'All', count: `${total}${counted.some(({ count }) => count.endsWith('+')) ? '+' : ''}` },
    ...counted,
  ]
  return (
    <div className={kinds} role="group" aria-label="Kinds">
      {all.map(({ key, label, count }) => (
        <button
          key={key}
          type="button"
          tabIndex={-1}
          className={chip}
          aria-pressed={key === kind}
          onClick={() => onKind(key)}
        >
          {label} {count}
        </button>
      ))}
    </div>
  )
}

interface RowProps {
  id: string
  item: PaletteItem
  text: string
  isCurrent: boolean
  onPoint: () => void
  onClose: () => void
}

const Row = ({ id, item, text, isCurrent, onPoint, onClose }: RowProps) => {
  const { icon, title, detail, aside, href, onSelect } = item
  const inner = (
    <>
      <span className={disc}>
        <Icon name={icon} size="sm" />
      </span>
      <span className={words}>
        <span className={main}>
          <Marked text={title} words={text} />
        </span>
        {detail && <span className={sub}>{detail}</span>}
      </span>
      {aside}
    </>
  )
  const common = {
    id,
    role: 'option',
    'aria-selected': isCurrent,
    tabIndex: -1,
    className: row,
    onPointerMove: onPoint,
  }
  return href !== undefined ? (
    <a {...common} href={href} onClick={({ ctrlKey, metaKey }) => !ctrlKey && !metaKey && onClose()}>
      {inner}
    </a>
  ) : (
    <button
      {...common}
      type="button"
      onClick={() => {
        onClose()
        onSelect?.()
      }}
    >
      {inner}
    </button>
  )
}

interface GroupProps extends Pick<RowProps, 'text' | 'onClose'> {
  group: PaletteGroup
  idOf: (key: string) => string
  current: PaletteItem | undefined
  onPoint: (key: string) => void
}

/** The items of one kind below its heading. */
export const Group = ({ group, idOf, current, onPoint, ...row }: GroupProps) => (
  <section>
    <div className={heading}>
      <h3>{group.label}</h3>
      {group.aside}
    </div>
    <div role="listbox" id={idOf(group.key)} aria-label={group.label}>
      {group.items.map((item) => (
        <Row
          key={item.key}
          {...row}
          id={idOf(item.key)}
          item={item}
          isCurrent={item === current}
          onPoint={() => onPoint(item.key)}
        />
      ))}
    </div>
  </section>
)

/** The keys, for who has some. */
export const Feet = ({ children }: { children: ReactNode }) => (
  <div className={feet} aria-hidden>
    <span>
      <kbd className={keyCap}>↑↓</kbd> Move
    </span>
    <span>
      <kbd className={keyCap}>Tab</kbd> Next kind
    </span>
    <span>
      <kbd className={keyCap}>Ctrl C</kbd> Copy link
    </span>
    <span className={css({ inlineRow: '1.5', marginInlineStart: 'auto' })}>{children}</span>
  </div>
)
