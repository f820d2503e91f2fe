import { MOST_FILE_BYTES } from '../../lib/file-size.ts'
import { nobody, type Guard } from '../access/access.ts'
import type { Field, Fields, Line } from './field.ts'
import { choice, flag, instant, lines, number, ref, text } from './fields.ts'

/**
 * The fields of a record that is an uploaded file, of so many bytes at most. The server sets them all.
 * @example fields: { folder_id: ref('folder'), ...fileFields() }
 */
export const fileFields = (most = MOST_FILE_BYTES) => ({
  name: text().readonly(),
  mime: text().readonly(),
  /** In bytes. */
  size: number({ decimals: 0, min: 0, max: most }).readonly(),
  /** Of the file as it was uploaded, in hex; null for files from before version 0.2. */
  sha256: text().optional().readonly(),
  path: text().readonly().readableBy(nobody),
  preview_path: text().optional().readonly().readableBy(nobody),
  /** A picture that browsers can show. */
  image: flag().default(false).readonly(),
  /** Whether the server has rendered small versions of it; null for what it renders none of. */
  preview_state: choice('waiting', 'ready', 'failed').optional().readonly(),
  /** How many pages a PDF has, once they were counted. */
  pages: number({ decimals: 0, min: 1 }).optional().readonly(),
  user_id: ref('user', { onDelete: 'keep' }).readonly(),
})

/**
 * What a record is whose file is mailed when it is uploaded: it has left, so that nobody changes it or takes it back.
 * @example defineEntity('report_mailing', { ...mailed(editsReports), whileActive: 'project_id', fields: { …, ...fileFields(MOST_MAILED_BYTES) } })
 */
export const mailed = (may: Guard) =>
  ({
    access: { view: may, create: may, edit: nobody, delete: nobody },
    online: true,
    undo: false,
    sort: '-created_at',
    display: { noun: 'mailing', icon: 'mail', title: ({ name }: { name: string }) => name },
  }) as const

const versionLine = () => ({
  ...fileFields(),
  /** Counts from 1 within the record. */
  number: number({ decimals: 0, min: 1 }),
  /** The number of the earlier version that this one brought back. */
  restored_from: number({ decimals: 0, min: 1 }).optional(),
  created_at: instant(),
})

/** A version of a file, as records hold it. */
export type Version = Line<ReturnType<typeof versionLine>>

/** The actions of a record with versions; without a guard of their own they require `edit`. */
export const versionActions = ['upload_version', 'restore_version'] as const
export type VersionAction = (typeof versionActions)[number]

/**
 * Beside `fileFields` (rule file-version): keeps every file the record had, as lines that only the server adds. Its own
 * file is the current version, and `version` its number.
 * @example fields: { folder_id: ref('folder'), ...fileFields(), ...versions() }
 */
export const versions = () => ({
  version: number({ decimals: 0, min: 1 }).default(1).readonly(),
  versions: lines(versionLine(), { shared: 'file_versions', versions: true }).readonly().sent('alone'),
})

/** Whether the records keep versions of their file. */
export const hasVersions = ({ fields }: { readonly fields: Fields }): boolean =>
  (fields.versions as Field<unknown> | undefined)?.facts.versions === true
