import { memo } from 'react'
import { Icon } from '#ui/icon/icon.tsx'
import type { TableGroup } from './lines.ts'
import { table } from './table.recipe.ts'

/** The heading of a group of rows, which folds and unfolds it. */
const Head = <R,>({
  group: { key, label, mark, note, tools, isFolded },
  phone,
  at,
  onFold,
}: {
  group: TableGroup<R>
  phone: boolean
  /** The place of the line in the whole table. */
  at: number
  onFold: ((group: string) => void) | undefined
}) => {
  const styles = table({ phone })
  return (
    <div
      role={phone ? 'listitem' : 'row'}
      aria-rowindex={phone ? undefined : at}
      aria-label={label}
      className={styles.group}
    >
      <div role={phone ? undefined : 'rowheader'} className={styles.groupHeader}>
        <button type="button" className={styles.fold} aria-expanded={!isFolded} onClick={() => onFold?.(key)}>
          <Icon name={isFolded ? 'chevron-right' : 'chevron-down'} size="sm" />
          {mark}
          <b>{label}</b>
          <span className={styles.note}>{note}</span>
        </button>
        {tools}
      </div>
    </div>
  )
}
// `memo` forgets that the component is generic.
export const GroupHead = memo(Head) as typeof Head
