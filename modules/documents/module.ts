import { can } from '#core/access/access.ts'
import { defineModule, route } from '#core/module/define-module.ts'
import { into } from '#core/module/slot.ts'
import { projectTabs } from '../projects/index.ts'
import { defaultDocuments, defaultFolderAccess, defaultFolders, documents, folderAccess, folders } from './entities.ts'

const viewers = can('view', 'documents')

export default defineModule({
  id: 'documents',
  entities: [folders, folderAccess, documents, defaultFolders, defaultFolderAccess, defaultDocuments],
  routes: [
    route('/projects/:project_id/documents/:document_id', {
      guard: viewers,
      titled: true,
      screen: () => import('./screens/document-screen.tsx'),
    }),
  ],
  fills: [
    into(
      projectTabs,
      { to: 'documents', label: 'Documents', screen: () => import('./screens/documents-tab.tsx') },
      { guard: viewers, order: 20 },
    ),
  ],
})
