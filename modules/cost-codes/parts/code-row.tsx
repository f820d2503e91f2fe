import { memo, useId, type ReactElement } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { css } from '#css/css'
import { useRecord } from '#blocks/query/use-record.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Grip } from '#blocks/setup-list/use-reorder.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { table } from '#ui/table/table.recipe.ts'
import { Tag } from '#ui/tag/tag.tsx'
import { costCodeNumber } from '#lib/cost-codes.ts'
import { costCodes, type CostCode } from '../entities.ts'
import { hoursOf, leftOf, type Category } from './grouping.ts'
import { Hours, Left, Percent } from './figures.tsx'

/** The actions on a code, for users who may edit an active project. */
export interface CodeTools {
  onEdit: (code: CostCode) => void
  onToggle: (code: CostCode) => void
  onDelete: (code: CostCode) => void
}

interface CodeProps {
  item: ReadonlySignal<CostCode>
  category: Category | null
}
interface RowProps extends CodeProps {
  /** Whether booked hours are known. */
  booked: boolean
  phone: boolean
  tools: CodeTools | null
  grip: ((id: Id) => Grip) | undefined
}

/** The content of a code's table row on a desktop, or of its card on a phone, whose parts render by themselves. */
const Row = ({ item, category, booked, phone, tools, grip }: RowProps) => {
  const own = useId()
  const styles = table({ phone })
  const { id } = item.peek()
  // The names of the buttons end with the code's label, which is one text for both.
  const named = (verb: string, key: string) => ({
    id: `${own}-${key}`,
    'aria-label': verb,
    'aria-labelledby': `${own}-${key} ${own}`,
  })
  const title = <Title {...{ item, category, phone, tools }} />
  const handle = grip && (
    <IconButton
      icon="grip-vertical"
      {...named('Move', 'move')}
      aria-description="Arrow up and down move it."
      className={grab}
      {...grip(id)}
    />
  )
  const more = tools && (
    <More item={item} tools={tools} trigger={<IconButton icon="ellipsis" {...named('More for', 'more')} />} />
  )
  const label = <Label id={own} item={item} category={category} />
  if (phone)
    return (
      <>
        {label}
        <Glow id={id} className={styles.highlight} />
        {handle}
        <span className={textBlock}>
          {title}
          <span className={sub}>
            <Budget item={item} unit />
            {booked && (
              <span>
                <Booked item={item} /> booked
              </span>
            )}
            <span>
              <Complete item={item} /> complete
            </span>
            <Off item={item} />
          </span>
        </span>
        {more}
      </>
    )
  return (
    <>
      <div role="cell" className={tight}>
        {label}
        <Glow id={id} className={styles.highlight} />
        {handle}
      </div>
      <div role="cell" className={numbered}>
        <Number item={item} category={category} />
      </div>
      <div role="cell" className={nameCell}>
        {title} <Off item={item} />
      </div>
      <div role="cell" data-align="end" className={styles.cell}>
        <Budget item={item} />
      </div>
      {booked && (
        <>
          <div role="cell" data-align="end" className={styles.cell}>
            <Booked item={item} />
          </div>
          <div role="cell" data-align="end" className={styles.cell}>
            <Remaining item={item} />
          </div>
        </>
      )}
      <div role="cell" data-align="end" className={styles.cell}>
        <Complete item={item} />
      </div>
      <div role="cell" className={tight}>
        {more}
      </div>
    </>
  )
}
export const CodeRow = memo(Row)

const numberOf = ({ number }: CostCode, category: Category | null) =>
  costCodeNumber({ number, name: '', category_number: category?.number ?? null })
const labelOf = (code: CostCode, category: Category | null) => `${numberOf(code, category)} ${code.name}`

const Number = ({ item, category }: CodeProps) => numberOf(useRecord(item), category)
const Budget = ({ item, unit }: { item: ReadonlySignal<CostCode>; unit?: boolean }) => (
  <Hours value={useRecord(item).budget_hours} {...(unit && { unit })} />
)
const Booked = ({ item }: { item: ReadonlySignal<CostCode> }) => <Hours value={hoursOf(useRecord(item)).booked} />
const Remaining = ({ item }: { item: ReadonlySignal<CostCode> }) => <Left value={leftOf(hoursOf(useRecord(item)))} />
const Complete = ({ item }: { item: ReadonlySignal<CostCode> }) => <Percent value={useRecord(item).percent_complete} />
const Off = ({ item }: { item: ReadonlySignal<CostCode> }) => !useRecord(item).active && <Tag small>Inactive</Tag>

/** What is read out for the row's buttons. */
const Label = ({ id, item, category }: CodeProps & { id: string }) => (
  <span hidden id={id} aria-label={labelOf(useRecord(item), category)} />
)

/** Whether someone else has just changed the code. @useSignals */
const Glow = ({ id, className }: { id: Id; className: string | undefined }) => {
  const { store } = useServices()
  return store.of(costCodes).changed(id) && <span className={className} data-changed />
}

const Title = ({ item, category, phone, tools }: Omit<RowProps, 'grip' | 'booked'>) => {
  const code = useRecord(item)
  const label = labelOf(code, category)
  const text = phone ? label : code.name
  return tools ? (
    <button type="button" className={titled} onClick={() => tools.onEdit(item.peek())} aria-label={`Edit ${label}`}>
      {text}
    </button>
  ) : (
    <span className={plain}>{text}</span>
  )
}

const More = ({
  item,
  tools,
  trigger,
}: {
  item: ReadonlySignal<CostCode>
  tools: CodeTools
  trigger: ReactElement
}) => (
  <Menu
    trigger={trigger}
    items={[
      { label: 'Edit', icon: 'pencil', onSelect: () => tools.onEdit(item.peek()) },
      useRecord(item).active
        ? { label: 'Deactivate', icon: 'eye-off', onSelect: () => tools.onToggle(item.peek()) }
        : { label: 'Activate', icon: 'eye', onSelect: () => tools.onToggle(item.peek()) },
      {
        label: 'Delete',
        icon: 'trash-2',
        danger: true,
        separated: true,
        onSelect: () => tools.onDelete(item.peek()),
      },
    ]}
  />
)

const tight = css({ display: 'flex', justifyContent: 'center' })
const grab = css({ cursor: 'grab!', touchAction: 'none', marginInlineStart: { base: '-3', sm: '0' } })
const numbered = css({
  paddingInline: '3.5',
  color: 'muted',
  fontWeight: 'strong',
  fontSize: 'control',
  overflowWrap: 'anywhere',
})
const nameCell = css({ row: '2', minWidth: '0', paddingInline: '3.5', paddingBlock: '2', overflowWrap: 'anywhere' })
const plain = css({ fontWeight: 'bold', minWidth: '0', overflowWrap: 'anywhere' })
const titled = css({
  fontWeight: 'bold',
  textAlign: 'start',
  minWidth: '0',
  overflowWrap: 'anywhere',
  minHeight: { base: '6', _coarse: 'touch' },
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
