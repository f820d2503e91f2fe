import type { GroupProps } from '#blocks/entity-form/entity-dialog.tsx'
import { OrderList } from '#blocks/setup-list/order-list.tsx'
import { css } from '#css/css'
import { labelOf } from '#core/entity/field.ts'
import { isObject } from '#lib/is-object.ts'
import { IconButton } from '#ui/button/button.tsx'
import { Field } from '#ui/field/field.tsx'
import { Select } from '#ui/select/select.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { LEFT_OUT, payrollColumns, payTypes, type MappedColumn, type PayrollColumn } from '../layout.ts'

const isMapped = (one: unknown): one is MappedColumn => isObject(one) && 'column' in one && 'header' in one
/** The columns that a field of a form holds. */
export const mappedIn = (value: unknown): MappedColumn[] => (Array.isArray(value) ? value.filter(isMapped) : [])
/** What each column is known by in its order: its name, and a number where there may be several. */
const keysOf = (mapped: readonly MappedColumn[]): string[] =>
  mapped.map(({ column }, at) =>
    column === 'fixed' ? `${column} ${mapped.slice(0, at).filter((one) => one.column === column).length}` : column,
  )
const names: Partial<Record<PayrollColumn, string>> = { fixed: 'Fixed text', short_date: 'Date as 11/02/26' }
const nameOf = (column: PayrollColumn) => names[column] ?? labelOf(column)

/** Edits the columns of a mapping: their headers and what they say, and their order by dragging or arrow keys. */
export const ColumnsInput = ({ value, onChange, errors }: Pick<GroupProps, 'value' | 'onChange' | 'errors'>) => {
  const mapped = mappedIn(value)
  const keys = keysOf(mapped)
  const lines = mapped.map((one, at) => ({ key: keys[at] ?? '', label: nameOf(one.column), one, at }))
  const left = payrollColumns.filter((column) => column === 'fixed' || !mapped.some((one) => one.column === column))
  const wrong = errors.find(({ path }) => path === '')
  return (
    <div className={body}>
      <h3 className={title}>Columns</h3>
      <OrderList
        items={lines}
        onOrder={(order) => onChange(order.flatMap((key) => lines.find((line) => line.key === key)?.one ?? []))}
      >
        {({ one, at, label }) => {
          const put = (more: Partial<MappedColumn>) => onChange(mapped.with(at, { ...one, ...more }))
          const error = errors.find(({ path }) => path === `${at}.header`)?.message
          return (
            <>
              <span className={inputs}>
                <Field label={label} {...(error && { error })}>
                  <TextInput value={one.header} maxLength={100} onChange={(header) => put({ header })} />
                </Field>
                {one.column === 'fixed' && (
                  <Field label={`Text of ${one.header || label}`}>
                    <TextInput value={one.text ?? ''} maxLength={100} onChange={(text) => put({ text })} />
                  </Field>
                )}
                {(one.column === 'pay_code' || one.column === 'other_code') && (
                  <fieldset className={codes}>
                    <legend>Codes; {LEFT_OUT} leaves PERDIEM out</legend>
                    {payTypes.map((type) => (
                      <Field key={type} label={type}>
                        <TextInput
                          value={one.codes?.[type] ?? ''}
                          maxLength={30}
                          placeholder={type}
                          onChange={(code) => put({ codes: { ...one.codes, [type]: code } })}
                        />
                      </Field>
                    ))}
                  </fieldset>
                )}
              </span>
              <IconButton
                icon="trash-2"
                aria-label={`Remove ${label}`}
                onClick={() => onChange(mapped.filter((other) => other !== one))}
              />
            </>
          )
        }}
      </OrderList>
      {wrong && (
        <p role="alert" className={alert}>
          {wrong.message}
        </p>
      )}
      {left.length > 0 && (
        <Select
          aria-label="Add a column"
          placeholder="Add a column"
          options={left.map((column) => ({ value: column, label: nameOf(column) }))}
          value={null}
          onChange={(column) => column && onChange([...mapped, { column, header: nameOf(column) }])}
        />
      )}
    </div>
  )
}

const inputs = css({ stack: '2', gridTemplateColumns: 'repeat(auto-fit, minmax(9rem, 1fr))', flex: '1', minWidth: '0' })
const codes = css({
  gridColumn: '1 / -1',
  stack: '2',
  gridTemplateColumns: 'repeat(auto-fill, minmax(6rem, 1fr))',
  '& legend': { textStyle: 'note' },
})
const body = css({ stack: '2.5', gridColumn: '1 / -1' })
const title = css({ textStyle: 'label' })
const alert = css({ textStyle: 'small', fontWeight: 'strong', color: 'attention' })
