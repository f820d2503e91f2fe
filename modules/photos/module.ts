import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { into } from '#core/module/slot.ts'
import { attachments } from '../attachments/entities.ts'
import { projectTabs } from '../projects/index.ts'

export default defineModule({
  id: 'photos',
  needs: [attachments],
  fills: [
    into(
      projectTabs,
      { to: 'photos', label: 'Photos', screen: () => import('./screens/photos-tab.tsx') },
      { guard: can('view', 'projects'), order: 90 },
    ),
  ],
})
