import type { Id } from '#core/access/access.ts'
import { toCsv, UnreadCell, type CsvColumn } from '#blocks/csv/csv-file.ts'
import { downloadText } from '#lib/csv.ts'
import { codeTitles } from '#lib/cost-codes.ts'
import { textKey } from '#lib/text-key.ts'
import { costCodes, type CostCode, type CostCodeCategory } from '../entities.ts'
import { groupCodes } from './grouping.ts'

/** The CSV columns of cost codes. `categories` returns the current categories each time a file is read or written. */
export function codeColumns(categories: () => readonly CostCodeCategory[]): readonly CsvColumn<CostCode>[] {
  return [
    { name: 'number', also: codeTitles.number },
    { name: 'name', also: codeTitles.name },
    {
      name: 'cost_code_category_id',
      header: 'Category',
      also: codeTitles.category,
      write: ({ cost_code_category_id: id }) => categories().find((one) => one.id === id)?.number ?? '',
      read(text): Id {
        const found = categories().find(({ number }) => textKey(number) === textKey(text))
        if (!found) throw new UnreadCell(`This project has no category ${text}.`)
        return found.id
      },
    },
    {
      name: 'budget_hours',
      also: ['Budgeted hours', 'Estimated hours', 'Est hours', 'Labor hours', 'Hours', 'Budget'],
    },
    { name: 'percent_complete', also: ['% complete', 'Pct complete', 'Percent'] },
    { name: 'active', write: ({ active }) => (active ? 'yes' : 'no') },
  ]
}

/** Downloads a project's codes as CSV, in list order. */
export function exportCodes(
  project_number: string,
  categories: readonly CostCodeCategory[],
  codes: readonly CostCode[],
): void {
  const sorted = groupCodes(categories, codes).flatMap((group) => group.codes)
  downloadText(
    `${project_number}-cost-codes.csv`,
    toCsv(
      costCodes,
      codeColumns(() => categories),
      sorted,
    ),
  )
}
