import type { ReadonlySignal } from '@preact/signals-react'
import { UnreadCell, type CsvColumn } from '#blocks/csv/csv-file.ts'
import { textKey } from '#lib/text-key.ts'
import type { Items } from '#core/store/records.ts'
import type { DefaultCostCode, DefaultCostCodeCategory } from '../entities.ts'

/** The CSV columns of default cost codes; a category is told by its number. */
export const codeColumns = (
  categories: ReadonlySignal<Items<DefaultCostCodeCategory>>,
): readonly CsvColumn<DefaultCostCode>[] => [
  {
    name: 'default_cost_code_category_id',
    header: 'Category',
    also: ['Division', 'Group', 'Category #', 'Cost code category'],
    write: ({ category_number }) => category_number,
    read(text) {
      const category = categories.peek().find((item) => textKey(item.peek().number) === textKey(text))
      if (!category) throw new UnreadCell(`There is no category ${text}. Add it first.`)
      return category.peek().id
    },
  },
  { name: 'number', also: ['Cost code', 'Code', 'Cost code #', 'Phase', 'Phase code'] },
  { name: 'name', also: ['Description', 'Cost code name', 'Cost code description', 'Phase description', 'Title'] },
]
