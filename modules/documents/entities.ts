import { area, nobody, only } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, flag, longText, number, ref, related, text } from '#core/entity/fields.ts'
import { fileFields, versions } from '#core/entity/files.ts'
import { filter } from '#core/query/filters.ts'
import { not, under, within } from '#core/query/where.ts'
import { accessFields } from './access-fields.ts'
import { levels } from './access.ts'
import { lockProblem, managesAccess } from './guards.ts'

export { defaultDocuments, defaultFolderAccess, defaultFolders } from './default-entities.ts'
export type { DefaultDocument, DefaultFolder, DefaultFolderAccess } from './default-entities.ts'

declare module '#core/entity/totals.ts' {
  interface Counted {
    'folder.documents': number
    'folder.documents_being_read': number
  }
}

const all = ['view', 'create', 'edit', 'delete']
/** Everyone has the permissions; folder access narrows them to folders, and the server asks for it at each record. */
const narrowed = {
  project_manager: all,
  office_staff: all,
  foreman: all,
  employee: all,
  customer: all,
  contact: all,
}

/** How deep folders may be nested. */
export const MOST_DEPTH = 6

/** A folder of a project's documents (rule folder-access). */
export const folders = defineEntity('folder', {
  endpoint: 'api/projects/{project_id}/folders',
  root: 'api/folders',
  area: area(
    'folders',
    {
      ...narrowed,
      project_manager: [...all, 'access'],
      office_staff: [...all, 'access'],
    },
    { own: true },
  ),
  sort: 'name',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    parent_id: ref('folder', { onDelete: 'cascade' }).optional().label('Folder'),
    name: text().searchable(),
    sort: number({ decimals: 0 }).default(0),
    is_default: flag().default(false).readonly(),
    inherits_access: flag().default(true).label('Access as in the folder above'),
    /** The ids from the project's top folder down to this one: `/4/17/`. */
    path: text().optional().unique('This folder is here already.').readonly().readableBy(nobody),
    default_folder_id: ref('default_folder', { onDelete: 'keep' }).optional().readonly().readableBy(nobody),
  },
  computed: {
    /** What the reader may do in it; `none` for a folder that only leads to others. */
    my_level: choice(...levels),
  },
  whileActive: 'project_id',
  offline: 'project',
  online: ['delete'],
  display: { icon: 'folder', href: ({ id, project_id }) => `/projects/${project_id}/documents?folder=${id}` },
})
export type Folder = RecordOf<typeof folders>

/** What someone may do in a folder and those below it. */
export const folderAccess = defineEntity('folder_access', {
  endpoint: 'api/folders/{folder_id}/access',
  root: 'api/folder_access',
  table: 'folder_access',
  area: 'folders',
  access: { ...only(managesAccess), set: managesAccess },
  online: true,
  sort: 'id',
  fields: {
    folder_id: ref('folder', { onDelete: 'cascade' }),
    ...accessFields(),
    /** The subject as text, `role:foreman`, which makes it unique in a folder. */
    subject: text().optional().readonly(),
  },
  filters: { project_id: filter(ref('project'), (id) => ({ folder_id: within(folders, { project_id: id }) })) },
  collectionActions: ['set'],
  undo: false,
  whileActive: 'folder_id',
  display: { noun: 'access setting', icon: 'key-round', title: ({ level }) => level },
})
export type FolderAccess = RecordOf<typeof folderAccess>

/**
 * The settings that apply in each folder, its own and inherited ones, as conditions need them (`granted`). The server
 * derives them; nobody reads or writes them through the API.
 */
export const folderRules = defineEntity('folder_rule', {
  endpoint: 'api/folders/{folder_id}/rules',
  area: 'folders',
  access: only(nobody),
  display: { icon: 'key-round' },
  table: 'folder_rules',
  sort: 'id',
  fields: {
    folder_id: ref('folder', { onDelete: 'keep' }),
    subject: text().unique('This rule is there already.', ['folder_id']),
    weight: number({ decimals: 0, min: 0 }),
  },
})

/** A file in a folder of a project, with its versions. */
export const documents = defineEntity('document', {
  endpoint: 'api/projects/{project_id}/documents',
  root: 'api/documents',
  area: area('documents', narrowed, { own: true }),
  sort: 'name',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    folder_id: ref('folder', { onDelete: 'cascade' }),
    ...fileFields(),
    name: text().searchable().unique('A file with this name is already here.', ['folder_id']),
    ...versions(),
    /** Whether the words of its file can be searched; the server reads them after the file has arrived (rule document-words). */
    text_state: choice('waiting', 'read', 'none', 'failed').optional().readonly(),
    /** Why they, or some of them, cannot be searched, as a sentence. */
    text_problem: longText().optional().readonly(),
    /** What another system calls it. */
    external_id: text().optional().readonly(),
    default_document_id: ref('default_document', { onDelete: 'keep' }).optional().readonly().readableBy(nobody),
  },
  computed: {
    user_name: related('user_id', 'name'),
    folder_name: related('folder_id', 'name'),
    project_name: related('project_id', 'name'),
    project_number: related('project_id', 'number'),
    project_archived_at: related<string | null>('project_id', 'archived_at'),
  },
  filters: {
    status: filter(choice('active', 'archived', 'all').default('active'), (status) =>
      status === 'all' ? {} : { archived_at: status === 'archived' ? not(null) : null },
    ),
    /** In this folder or below it. */
    below: filter(ref('folder'), (id) => ({ folder_id: under(folders, 'parent_id', id) })),
  },
  actions: ['move'],
  workflow: {
    states: { active: { label: 'Active' }, archived: { label: 'Archived', stamp: 'archived' } },
    marks: { locked: { label: 'Locked', stamp: 'locked' } },
    steps: {
      lock: { marks: 'locked', label: 'Lock', icon: 'lock', done: 'Document locked.', undo: 'unlock', button: true },
      unlock: {
        clears: 'locked',
        label: 'Unlock',
        icon: 'lock-open',
        done: 'Document unlocked.',
        undo: 'lock',
        button: true,
      },
      archive: {
        to: 'archived',
        label: 'Archive',
        icon: 'archive',
        done: 'Document archived.',
        undo: 'unarchive',
        batch: { past: 'archived' },
      },
      unarchive: {
        to: 'active',
        label: 'Unarchive',
        icon: 'archive-restore',
        done: 'Document restored from the archive.',
        undo: 'archive',
        batch: { past: 'restored from the archive' },
      },
    },
  },
  rules: { may: (_, { before }, { user }) => (before && lockProblem(before, user)) ?? true },
  whileActive: 'project_id',
  offline: 'project',
  totals: {
    'folder.documents': { of: 'folder_id', where: { archived_at: null }, labels: ['document', 'documents'] },
    'folder.documents_being_read': {
      of: 'folder_id',
      where: { archived_at: null, text_state: 'waiting' },
      labels: ['file being read', 'files being read'],
    },
  },
  display: {
    icon: 'file-text',
    findable: true,
    subtitle: ({ folder_name }) => folder_name,
    href: ({ id, project_id }) => `/projects/${project_id}/documents/${id}`,
  },
})
export type Document = RecordOf<typeof documents>

/** The text inside a document, by which searches find it: the server takes it out of PDFs, Office files and text files. */
export const documentTexts = defineEntity('document_text', {
  endpoint: 'api/projects/{project_id}/document_texts',
  area: 'documents',
  access: { create: nobody, edit: nobody, delete: nobody },
  sort: 'id',
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    document_id: ref('document', { onDelete: 'cascade' }).searchable(),
    content: longText().searchable().sent('alone'),
  },
  display: { noun: 'text', icon: 'file-text' },
})

/**
 * The name of a project's directory in the document store, outside of the app: the project's number, or the one it had
 * when the directory was named (rule document-directory).
 */
export const documentDirectories = defineEntity('document_directory', {
  endpoint: 'api/projects/{project_id}/document_directories',
  area: 'documents',
  access: only(nobody),
  display: { icon: 'folder' },
  table: 'document_directories',
  sort: 'id',
  fields: {
    project_id: ref('project', { onDelete: 'keep' }),
    name: text().unique('There is a directory with this name already.'),
  },
})

/** What was put into a project's directory, and where: files, and folders, which have no `path`. */
export const documentPlaces = defineEntity('document_place', {
  endpoint: 'api/projects/{project_id}/document_places',
  area: 'documents',
  access: only(nobody),
  display: { icon: 'file-text' },
  table: 'document_places',
  sort: 'id',
  fields: {
    project_id: ref('project', { onDelete: 'keep' }),
    place: text().unique('Something is at this place already.', ['project_id']),
    path: text().optional(),
  },
})

/** Where a document's bytes are. */
export const documentUrl = ({ id }: Pick<Document, 'id'>): string => `/api/documents/${id}/file`
