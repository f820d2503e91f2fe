import { css } from '#css/css'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import { Field } from '#ui/field/field.tsx'
import { Select } from '#ui/select/select.tsx'
import { headerOf, type CsvColumn } from './csv-file.ts'
import type { Checked } from './use-import.ts'

/** Chooses what the columns of a file hold. Each is shown by its title, with the first of its values. */
export const MapColumns = <E extends Entity>({
  entity,
  columns,
  checked: { sheet, mapping },
  disabled,
  onMap,
}: {
  entity: E
  columns: readonly CsvColumn<RecordOf<E>>[]
  checked: Checked
  disabled: boolean
  onMap: (at: number, name: string | null) => void
}) => (
  <div className={grid}>
    {sheet.titles.map((title, at) => {
      const sample = sheet.rows.map(({ cells }) => cells[at]?.trim()).find(Boolean)
      return (
        <Field key={at} label={title || `Column ${at + 1}`} {...(sample && { help: `As in “${sample}”` })}>
          <Select
            value={mapping[at] ?? null}
            placeholder="Left out"
            clearable
            disabled={disabled}
            options={columns.map((column) => ({ value: column.name, label: headerOf(entity, column) }))}
            onChange={(name) => onMap(at, name)}
          />
        </Field>
      )
    })}
  </div>
)

const grid = css({ stack: '3', gridTemplateColumns: { base: '1fr', sm: '1fr 1fr' } })
