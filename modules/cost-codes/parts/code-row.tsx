import { memo } from 'react'
import { css } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import type { Grip } from '#blocks/setup-list/use-reorder.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { table } from '#ui/table/table.recipe.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { costCodes, type CostCode, type CostCodeCategory } from '../entities.ts'
import { Hours, Percent } from './figures.tsx'

/** The actions on a code, for users who may edit an active project. */
export interface CodeTools {
  onEdit: (code: CostCode) => void
  onToggle: (code: CostCode) => void
  onDelete: (code: CostCode) => void
}

interface RowProps {
  code: CostCode
  category: CostCodeCategory | null
  phone: boolean
  tools: CodeTools | null
  grip: Grip | undefined
}

/** The content of a code's table row on a desktop, or of its card on a phone. @useSignals */
const Row = ({ code, category, phone, tools, grip }: RowProps) => {
  const { store } = useServices()
  const styles = table({ phone })
  const number = [category?.number, code.number].filter(Boolean).join('.')
  const label = `${number} ${code.name}`
  const name = tools ? (
    <button type="button" className={title} onClick={() => tools.onEdit(code)} aria-label={`Edit ${label}`}>
      {phone ? label : code.name}
    </button>
  ) : (
    <span className={plain}>{phone ? label : code.name}</span>
  )
  const handle = grip && (
    <IconButton
      icon="grip-vertical"
      aria-label={`Move ${label}`}
      aria-description="Arrow up and down move it."
      className={grab}
      {...grip}
    />
  )
  const more = tools && (
    <Menu
      label={label}
      trigger={<IconButton icon="ellipsis" aria-label={`More for ${label}`} />}
      items={[
        { label: 'Edit', icon: 'pencil', onSelect: () => tools.onEdit(code) },
        code.active
          ? { label: 'Deactivate', icon: 'eye-off', onSelect: () => tools.onToggle(code) }
          : { label: 'Activate', icon: 'eye', onSelect: () => tools.onToggle(code) },
        { label: 'Delete', icon: 'trash-2', danger: true, separated: true, onSelect: () => tools.onDelete(code) },
      ]}
    />
  )
  const highlight = store.of(costCodes).changed(code.id) && <span className={styles.highlight} data-changed />
  const off = !code.active && <Tag small>Inactive</Tag>
  if (phone)
    return (
      <>
        {highlight}
        {handle}
        <span className={textBlock}>
          {name}
          <span className={sub}>
            <Hours value={code.budget_hours} unit />
            <span>
              <Percent value={code.percent_complete} /> complete
            </span>
            {off}
          </span>
        </span>
        {more}
      </>
    )
  return (
    <>
      <div role="cell" className={tight}>
        {highlight}
        {handle}
      </div>
      <div role="cell" className={numbered}>
        {number}
      </div>
      <div role="cell" className={nameCell}>
        {name} {off}
      </div>
      <div role="cell" data-align="end" className={styles.cell}>
        <Hours value={code.budget_hours} />
      </div>
      <div role="cell" data-align="end" className={styles.cell}>
        <Percent value={code.percent_complete} />
      </div>
      <div role="cell" className={tight}>
        {more}
      </div>
    </>
  )
}

/** Memoized, so that a changed code rerenders only its own row. */
export const CodeRow = memo(Row)

const tight = css({ display: 'flex', justifyContent: 'center' })
const grab = css({ cursor: 'grab!', touchAction: 'none', marginInlineStart: { base: '-3', sm: '0' } })
const numbered = css({
  paddingInline: '3.5',
  color: 'muted',
  fontWeight: 'strong',
  fontSize: 'control',
  overflowWrap: 'anywhere',
})
const nameCell = css({
  display: 'flex',
  alignItems: 'center',
  gap: '2',
  minWidth: '0',
  paddingInline: '3.5',
  paddingBlock: '2',
  overflowWrap: 'anywhere',
})
const plain = css({ fontWeight: 'bold', minWidth: '0', overflowWrap: 'anywhere' })
const title = css({
  fontWeight: 'bold',
  textAlign: 'start',
  minWidth: '0',
  overflowWrap: 'anywhere',
  minHeight: { _coarse: 'touch' },
  borderRadius: 'xs',
  _hover: { textDecoration: 'underline' },
})
const textBlock = css({ display: 'grid', flex: '1', minWidth: '0' })
const sub = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  columnGap: '2.5',
  fontSize: 'sm',
  color: 'muted',
})
