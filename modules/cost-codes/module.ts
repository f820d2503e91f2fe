import { defineModule } from '#core/module/define-module.ts'
import { projectTabs } from '../projects/index.ts'
import { costCodeCategories, costCodes, viewsCodes } from './entities.ts'

export default defineModule({
  entities: [costCodeCategories, costCodes],
  needs: [costCodes],
  fills: [
    projectTabs(
      { to: 'cost_codes', label: 'Cost Codes', screen: () => import('./screens/cost-codes-tab.tsx') },
      { guard: viewsCodes, order: 100 },
    ),
  ],
})
