import { defineModule } from '#core/module/define-module.ts'
import { importSteps } from '#blocks/slots.ts'
import { projectTabs } from '../projects/index.ts'
import { costCodeCategories, costCodes, editsCodes, viewsCodes } from './entities.ts'

export default defineModule({
  entities: [costCodeCategories, costCodes],
  needs: [costCodes],
  fills: [
    projectTabs(
      { to: 'cost_codes', label: 'Cost Codes', screen: () => import('./screens/cost-codes-tab.tsx') },
      { guard: viewsCodes, order: 100 },
    ),
    importSteps(
      {
        entity: costCodes,
        label: 'Cost codes and budgets',
        icon: 'list-checks',
        about: 'Of one project at a time: number, name, category, budgeted hours, percent complete.',
        dialog: () => import('./dialogs/import-codes-of.tsx'),
      },
      { guard: editsCodes, order: 50 },
    ),
  ],
})
