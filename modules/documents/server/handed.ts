import { partOf } from '../../handover/slots.ts'
import { documents, folders, type Folder } from '../entities.ts'
import { wayTo } from '../tree.ts'

/** Documents in the folders that they have in the app. */
export const handedDocuments = partOf({
  key: 'documents',
  label: 'Documents',
  order: 60,
  entity: documents,
  where: (project_id) => ({ project_id, archived_at: null }),
  columns: ['folder_id', 'user_id'],
  pdf: false,
  async foldersOf(project_id, { read }) {
    // Everybody reads the names of folders that they see.
    const tree = (await read((ctx) => ctx.shown(folders, { project_id }))) as Folder[]
    return ({ folder_id }) => wayTo(folder_id, tree).map(({ name }) => name)
  },
})
