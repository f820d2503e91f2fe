interface CostCode {
  number: string
  name: string
  category_number?: string | null
  category_name?: string | null
}

const joined = (parts: readonly (string | null | undefined)[], by: string) => parts.filter(Boolean).join(by)

/** "category number.number". */
export const costCodeNumber = ({ number, category_number }: CostCode): string => joined([category_number, number], '.')

/** "category number.number - category name name" (rule cost-code-label); missing parts are left out. */
export const costCodeLabel = (code: CostCode): string =>
  `${costCodeNumber(code)} - ${joined([code.category_name, code.name], ' ')}`

/** "project number.category number.number" (rule cost-code-label). */
export const costCodeFullNumber = ({ number, category_number }: CostCode, projectNumber: string): string =>
  joined([projectNumber, category_number, number], '.')

/** What other systems call the columns of cost codes in their files. */
export const codeTitles = {
  category: ['Division', 'Group', 'Category #', 'Cost code category'],
  number: ['Cost code', 'Code', 'Cost code #', 'Phase', 'Phase code'],
  name: ['Description', 'Cost code name', 'Cost code description', 'Phase description', 'Title'],
} as const
