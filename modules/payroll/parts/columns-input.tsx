import type { GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { useReorder } from '#blocks/setup-list/use-reorder.ts'
import { css } from '#css/css'
import { labelOf } from '#core/entity/field.ts'
import { isObject } from '#lib/is-object.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Select } from '#ui/select/select.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { payrollColumns, type MappedColumn, type PayrollColumn } from '../layout.ts'

const isMapped = (one: unknown): one is MappedColumn => isObject(one) && 'column' in one && 'header' in one
/** A numeric id for dragging: the column's index in `payrollColumns`. */
const idOf = (column: PayrollColumn) => payrollColumns.indexOf(column)

/** Edits the columns of a mapping: their headers, and their order by dragging or arrow keys. */
export const ColumnsInput = ({ value, onChange, errors }: Pick<GroupProps, 'value' | 'onChange' | 'errors'>) => {
  const mapped = Array.isArray(value) ? value.filter(isMapped) : []
  const byId = new Map(mapped.map((one) => [idOf(one.column), one]))
  const { order, dragged, grip } = useReorder([...byId.keys()], async (next) =>
    onChange(next.flatMap((id) => byId.get(id) ?? [])),
  )
  const left = payrollColumns.filter((column) => !byId.has(idOf(column)))
  const wrong = errors.find(({ path }) => path === '')
  return (
    <div className={body}>
      <h3 className={title}>Columns</h3>
      <ol data-reorder className={list}>
        {order.flatMap((id) => {
          const one = byId.get(id)
          if (!one) return []
          const at = mapped.indexOf(one)
          const label = labelOf(one.column)
          const error = errors.find(({ path }) => path === `${at}.header`)?.message
          return [
            <li key={id} className={line} data-reorder-id={id} data-dragged={dragged === id || undefined}>
              <IconButton
                icon="grip-vertical"
                aria-label={`Move ${label}`}
                aria-description="Arrow up and down move it."
                className={handle}
                {...grip(id)}
              />
              <span className={css({ flex: '1', minWidth: '0' })}>
                <Field label={label} {...(error && { error })}>
                  <TextInput
                    value={one.header}
                    maxLength={100}
                    onChange={(header) => onChange(mapped.with(at, { ...one, header }))}
                  />
                </Field>
              </span>
              <IconButton
                icon="trash-2"
                aria-label={`Remove ${label}`}
                onClick={() => onChange(mapped.filter((other) => other !== one))}
              />
            </li>,
          ]
        })}
      </ol>
      {wrong && (
        <p role="alert" className={alert}>
          {wrong.message}
        </p>
      )}
      {left.length > 0 && (
        <Select
          aria-label="Add a column"
          placeholder="Add a column"
          options={left.map((column) => ({ value: column, label: labelOf(column) }))}
          value={null}
          onChange={(column) => column && onChange([...mapped, { column, header: labelOf(column) }])}
        />
      )}
    </div>
  )
}

const body = css({ display: 'grid', gap: '2.5' })
const title = css({ textStyle: 'label' })
const list = css({ display: 'grid', border: '1px solid {colors.line}', borderRadius: 'md' })
const line = css({
  display: 'flex',
  alignItems: 'end',
  gap: '1',
  paddingInline: '1.5',
  paddingBlock: '2',
  background: 'card',
  borderBottom: '1px solid {colors.line}',
  _first: { borderTopRadius: 'md' },
  _last: { borderBottom: '0', borderBottomRadius: 'md' },
  '&[data-dragged]': { boxShadow: 'floating', position: 'relative', zIndex: '1' },
})
const handle = css({ cursor: 'grab!', touchAction: 'none' })
const alert = css({ textStyle: 'small', fontWeight: 'strong', color: 'attention' })
