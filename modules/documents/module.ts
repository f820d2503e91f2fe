import { defineModule } from '#core/module/define-module.ts'
import { defaultDocuments, defaultFolderAccess, defaultFolders, documents, folderAccess, folders } from './entities.ts'

export default defineModule({
  id: 'documents',
  entities: [folders, folderAccess, documents, defaultFolders, defaultFolderAccess, defaultDocuments],
})
