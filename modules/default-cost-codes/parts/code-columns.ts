import type { ReadonlySignal } from '@preact/signals-react'
import { UnreadCell, type CsvColumn } from '#blocks/csv/csv-file.ts'
import { codeTitles } from '#lib/cost-codes.ts'
import { textKey } from '#lib/text-key.ts'
import type { Items } from '#core/store/records.ts'
import type { DefaultCostCode, DefaultCostCodeCategory } from '../entities.ts'

/** The CSV columns of default cost codes. A file names a category by its number. */
export const codeColumns = (
  categories: ReadonlySignal<Items<DefaultCostCodeCategory>>,
): readonly CsvColumn<DefaultCostCode>[] => [
  {
    name: 'default_cost_code_category_id',
    header: 'Category',
    also: codeTitles.category,
    write: ({ category_number }) => category_number,
    read(text) {
      const category = categories.peek().find((item) => textKey(item.peek().number) === textKey(text))
      if (!category) throw new UnreadCell(`There is no category ${text}. Add it first.`)
      return category.peek().id
    },
  },
  { name: 'number', also: codeTitles.number },
  { name: 'name', also: codeTitles.name },
]
