import { memo } from 'react'
import { css } from '#css/css'
import type { Entity } from '#core/entity/entity.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Field } from '#ui/field/field.tsx'
import { Popover } from '#ui/popover/popover.tsx'
import { Segmented } from '#ui/segmented/segmented.tsx'
import { Select } from '#ui/select/select.tsx'
import { OrderList } from '../../setup-list/order-list.tsx'
import { facetsOf } from '../spec.ts'
import { isOptional, looked } from '../use-look.ts'
import type { ToolbarProps } from './toolbar.tsx'

const densities = [
  { value: 'dense', label: '36' },
  { value: 'compact', label: '40' },
  { value: 'comfortable', label: '52' },
] as const

/** How a list looks: what it is grouped and sorted by, its columns, and how high its rows are. */
const ViewMenuView = <E extends Entity>({
  spec,
  choice,
  choose,
  look,
  onLook,
  hasRows,
}: Pick<ToolbarProps<E>, 'spec' | 'choice' | 'choose' | 'look' | 'onLook'> & { hasRows: boolean }) => {
  const sortable = spec.columns.filter((column) => column.sortable)
  return (
    <Popover title="View" trigger={<IconButton icon="sliders-horizontal" variant="outline" aria-label="View" />}>
      <div className={css({ stack: '3', minWidth: '16rem' })}>
        {spec.facets.length > 0 && (
          <Field label="Group by">
            <Select
              placeholder="Nothing"
              clearable
              options={facetsOf(spec).map(({ name, label }) => ({ value: name, label }))}
              value={choice.filters.group || null}
              onChange={(group) => choose({ filters: { group: group ?? '' } })}
            />
          </Field>
        )}
        <Field label="Sort by">
          <span className={css({ display: 'flex', gap: '2' })}>
            <span className={css({ flex: '1' })}>
              <Select
                aria-label="Sort by"
                options={sortable.map(({ key, header }) => ({ value: key, label: header }))}
                value={sortable.some(({ key }) => key === choice.sort_column) ? choice.sort_column : null}
                placeholder="As usual"
                onChange={(key) => key && choose({ sort_column: key })}
              />
            </span>
            <IconButton
              variant="outline"
              icon={choice.sort_direction === 'asc' ? 'arrow-up' : 'arrow-down'}
              aria-label={choice.sort_direction === 'asc' ? 'Ascending' : 'Descending'}
              onClick={() => choose({ sort_direction: choice.sort_direction === 'asc' ? 'desc' : 'asc' })}
            />
          </span>
        </Field>
        {hasRows && <RowsLook columns={spec.columns} look={look} onLook={onLook} />}
      </div>
    </Popover>
  )
}
// `memo` forgets that the component is generic.
export const ViewMenu = memo(ViewMenuView) as typeof ViewMenuView

/** How rows look: their columns and their height. Phones have lines of two. */
const RowsLook = <E extends Entity>({ columns, look, onLook }: ColumnsProps<E>) => (
  <>
    <fieldset className={css({ stack: '1', mdDown: { display: 'none' } })}>
      <legend className={css({ textStyle: 'label', marginBottom: '1' })}>Columns</legend>
      <ColumnList columns={columns} look={look} onLook={onLook} />
    </fieldset>
    <span className={css({ stack: '1', mdDown: { display: 'none' } })}>
      <span className={css({ textStyle: 'label' })}>Rows</span>
      <Segmented
        aria-label="Height of rows"
        full
        value={look.density}
        onChange={(density) => onLook({ density })}
        options={densities}
      />
    </span>
    {look.hidden.length + look.order.length + Object.keys(look.widths).length > 0 && (
      <Button variant="ghost" onClick={() => onLook({ hidden: [], order: [], widths: {} })}>
        Usual columns
      </Button>
    )}
  </>
)

type ColumnsProps<E extends Entity> = Pick<ToolbarProps<E>, 'look' | 'onLook'> &
  Pick<ToolbarProps<E>['spec'], 'columns'>

/** The columns that are shown, and their order by dragging or arrow keys. */
const ColumnList = <E extends Entity>({ columns, look, onLook }: ColumnsProps<E>) => {
  const { hidden } = look
  return (
    <OrderList
      items={looked(columns, look)
        .filter(isOptional)
        .map(({ key, header }) => ({ key, label: header }))}
      onOrder={(order) => onLook({ order })}
    >
      {({ key, label }) => (
        <Checkbox
          value={!hidden.includes(key)}
          onChange={(on) => onLook({ hidden: on ? hidden.filter((one) => one !== key) : [...hidden, key] })}
        >
          {label}
        </Checkbox>
      )}
    </OrderList>
  )
}
