import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { defaultCostCodeCategories } from '../entities.ts'

/** The categories of the default cost codes. */
export default function CategoriesScreen() {
  return <SetupList entity={defaultCostCodeCategories} title="Cost Code Categories" />
}
