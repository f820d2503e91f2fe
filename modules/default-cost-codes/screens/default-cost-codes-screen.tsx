import { useEffect } from 'react'
import { useResource } from '#blocks/services/services.tsx'
import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { costCodeLabel } from '#lib/cost-codes.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { defaultCostCodeCategories, defaultCostCodes } from '../entities.ts'

/** The company's cost codes by category; a project copies those it needs. */
export default function DefaultCostCodesScreen() {
  const categories = useResource(defaultCostCodeCategories)
  useEffect(() => void categories.fetchAll(), [categories])
  return (
    <SetupList
      entity={defaultCostCodes}
      title="Default Cost Codes"
      groupBy="default_cost_code_category_id"
      actions={
        <LinkButton variant="outline" icon="folder-tree" href="/setup/default_cost_codes/categories">
          Categories
        </LinkButton>
      }
    >
      {(code) => costCodeLabel(code)}
    </SetupList>
  )
}
