import { can, only } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { flag, number, ref, related, text } from '#core/entity/fields.ts'
import { fileFields, versions } from '#core/entity/files.ts'
import { accessFields } from './access-fields.ts'

const admins = can('edit', 'users')

/** A folder that every new project gets (rule default-documents). */
export const defaultFolders = defineEntity('default_folder', {
  endpoint: 'api/default_folders',
  area: 'users',
  access: only(admins),
  online: true,
  sort: 'name',
  fields: {
    parent_id: ref('default_folder', { onDelete: 'cascade' }).optional().label('Folder'),
    name: text().searchable(),
    sort: number({ decimals: 0 }).default(0),
    inherits_access: flag().default(true).label('Access as in the folder above'),
  },
  display: { noun: 'default folder', icon: 'folder' },
})
export type DefaultFolder = RecordOf<typeof defaultFolders>

/** What someone may do in the folder that a new project gets. */
export const defaultFolderAccess = defineEntity('default_folder_access', {
  endpoint: 'api/default_folders/{default_folder_id}/access',
  root: 'api/default_folder_access',
  table: 'default_folder_access',
  area: 'users',
  access: { ...only(admins), set: admins },
  online: true,
  sort: 'id',
  fields: {
    default_folder_id: ref('default_folder', { onDelete: 'cascade' }),
    ...accessFields(),
    subject: text().optional().unique('This is set already.', ['default_folder_id']).readonly(),
  },
  collectionActions: ['set'],
  undo: false,
  display: { noun: 'access setting', icon: 'key-round', title: ({ level }) => level },
})
export type DefaultFolderAccess = RecordOf<typeof defaultFolderAccess>

/** A file that every new project gets in one of its folders. */
export const defaultDocuments = defineEntity('default_document', {
  endpoint: 'api/default_documents',
  area: 'users',
  access: only(admins),
  online: true,
  sort: 'name',
  fields: {
    default_folder_id: ref('default_folder', { onDelete: 'cascade' }),
    ...fileFields(),
    name: text().searchable().unique('A file with this name is already here.', ['default_folder_id']),
    ...versions(),
  },
  computed: { user_name: related('user_id', 'name') },
  display: { noun: 'default document', icon: 'file-text' },
})
export type DefaultDocument = RecordOf<typeof defaultDocuments>
