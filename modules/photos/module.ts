import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { attachments } from '../attachments/entities.ts'
import { newsOf, projectNews, projectTabs } from '../projects/index.ts'

export default defineModule({
  needs: [attachments],
  fills: [
    projectNews(
      newsOf({
        entity: attachments,
        label: 'Photo',
        filters: (project_id) => ({ project_id, image: true }),
        at: ({ taken_at, created_at }) => taken_at ?? created_at,
        text: ({ caption }) => caption ?? '',
        to: () => 'photos',
      }),
      { guard: can('view', 'projects'), order: 20 },
    ),
    projectTabs(
      { to: 'photos', label: 'Photos', screen: () => import('./screens/photos-tab.tsx') },
      { guard: can('view', 'projects'), order: 90 },
    ),
  ],
})
