import { can } from '#core/access/access.ts'
import { defineModule } from '#core/module/define-module.ts'
import { newsOf, projectNews, projectTabs } from '../projects/index.ts'
import { defaultDocumentsHref } from './default-documents-href.ts'
import { managesAccess } from './guards.ts'
import {
  defaultDocuments,
  defaultFolderAccess,
  defaultFolders,
  documentDirectories,
  documentPlaces,
  documents,
  documentTexts,
  folderAccess,
  folders,
} from './entities.ts'

const viewers = can('view', 'documents')

export default defineModule({
  entities: [
    folders,
    folderAccess,
    documents,
    documentTexts,
    documentDirectories,
    documentPlaces,
    defaultFolders,
    defaultFolderAccess,
    defaultDocuments,
  ],
  needs: [folders, documents],
  routes: {
    '/projects/:project_id/documents/folder_access': {
      guard: managesAccess,
      screen: () => import('./screens/folder-access-screen.tsx'),
    },
    '/setup/:default_project_docuemts/folder_access': {
      guard: can('edit', 'users'),
      needs: [defaultFolders],
      screen: () => import('./screens/default-access-screen.tsx'),
    },
    '/projects/:project_id/documents/:document_id': {
      guard: viewers,
      titled: true,
      screen: () => import('./screens/document-screen.tsx'),
    },
  },
  setup: [
    {
      to: defaultDocumentsHref,
      // The parameter is spelled as the specification spells it.
      path: '/setup/:default_project_docuemts',
      label: 'Default Project Documents',
      icon: 'folder-tree',
      guard: can('edit', 'users'),
      order: 40,
      needs: [defaultFolders],
      screen: () => import('./screens/default-documents-screen.tsx'),
    },
  ],
  fills: [
    projectNews(
      newsOf({
        entity: documents,
        label: 'Document',
        at: ({ created_at }) => created_at,
        text: ({ name }) => name,
        to: ({ id }) => `documents/${id}`,
      }),
      { guard: viewers, order: 40 },
    ),
    projectTabs(
      { to: 'documents', label: 'Documents', screen: () => import('./screens/documents-tab.tsx') },
      { guard: viewers, order: 60 },
    ),
  ],
})
