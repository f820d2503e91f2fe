import type { Entity } from '../../core/entity/entity.ts'
import { fileFields, hasVersions, versionActions, type Version } from '../../core/entity/files.ts'
import { readId } from '../../core/entity/id.ts'
import { isObject } from '../../lib/is-object.ts'
import { findRow, type Context } from '../context/context.ts'
import { writeLines } from '../db/lines.ts'
import type { Row } from '../db/rows.ts'
import { lineTable } from '../db/tables.ts'
import { invalid, Refusal } from '../http/errors.ts'
import { fits, named } from '../files/sniff.ts'
import type { CheckedDraft } from './draft.ts'

const fileFieldNames = Object.keys(fileFields())

/** The versions of a record's file, oldest first. */
export const versionsOf = (row: Row): readonly Version[] => (row.versions as Version[] | undefined) ?? []

/** Whether the server itself implements this action. */
export const isVersionAction = (entity: Entity, action: string): boolean =>
  hasVersions(entity) && (versionActions as readonly string[]).includes(action)

const hasNewFile = (entity: Entity, { changes }: CheckedDraft): boolean => hasVersions(entity) && 'path' in changes

/** Counts the version up if a change gives an existing record another file. */
export function withNextVersion(entity: Entity, before: Row, checked: CheckedDraft): CheckedDraft {
  if (!hasNewFile(entity, checked)) return checked
  const version = Number(before.version) + 1
  const changes = { ...checked.changes, version: { old: before.version, new: version } }
  return { ...checked, written: { ...checked.written, version }, changes }
}

/**
 * Adds the file that a saved record has now to its versions, which are never changed or removed; `fileName` is what the
 * file was called when it was uploaded, if that is not the record's name.
 */
export async function addVersion(ctx: Context, entity: Entity, row: Row, fileName?: string): Promise<Row> {
  const earlier = versionsOf(row)
  const line = {
    ...Object.fromEntries(fileFieldNames.map((name) => [name, row[name] ?? null])),
    ...(fileName !== undefined && { name: fileName }),
    user_id: ctx.user.id,
    number: row.version,
    restored_from: earlier.find(({ path }) => path === row.path)?.number ?? null,
    created_at: ctx.now,
  }
  await writeLines(ctx.db, ctx.catalog.dialect, lineTable(entity, 'versions'), row.id, [line], [])
  return (await findRow(ctx, entity, row.id)) ?? row
}

/** The same as `addVersion`, for a record that was just changed: only if it has another file now. */
export const addChangedVersion = async (
  ctx: Context,
  entity: Entity,
  checked: CheckedDraft,
  saved: Row,
  fileName?: string,
): Promise<Row> => (hasNewFile(entity, checked) ? addVersion(ctx, entity, saved, fileName) : saved)

/** @throws Refusal 404 when the record has no such version */
export function versionIn(row: Row, id: unknown): Version {
  const found = versionsOf(row).find((version) => version.id === readId(id))
  if (!found) throw new Refusal(404)
  return found
}

/** What a record takes over from the file it gets. */
export type NewFile = Pick<
  Version,
  'name' | 'mime' | 'size' | 'sha256' | 'path' | 'preview_path' | 'image' | 'preview_state' | 'pages'
>

/**
 * A record with another file. Its name stays, since it may have been chosen by people, unless its ending is one of
 * another type; and so does who created it.
 */
export function withFile(record: Row, file: NewFile): Row {
  const { mime, size, sha256, path, preview_path, image, preview_state, pages } = file
  const name = fits(String(record.name), mime) ? record.name : named(file.name, mime)
  return { ...record, name, mime, size, sha256, path, preview_path, image, preview_state, pages }
}

/**
 * Takes `restore_version`, with `version_id` in its body: the record gets a new version that points at the same stored
 * file; restoring the current version changes nothing. `upload_version` never comes here with a file.
 * @throws Refusal 404 when there is no such version, 422 when a file is missing
 */
export function takeVersionAction(action: string, record: Row, body: unknown): { record: Row; fileName: string } {
  if (action !== 'restore_version') throw invalid({ file: ['File is required'] })
  const version = versionIn(record, isObject(body) ? body.version_id : undefined)
  return { record: withFile(record, version), fileName: version.name }
}
