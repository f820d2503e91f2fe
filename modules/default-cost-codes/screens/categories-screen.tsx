import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { defaultCostCodeCategories } from '../entities.ts'

/** The categories that cost codes stand in. */
export default function CategoriesScreen() {
  return (
    <SetupList entity={defaultCostCodeCategories} title="Cost Code Categories">
      {({ number, name }) => `${number} ${name}`}
    </SetupList>
  )
}
