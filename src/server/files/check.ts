import { sql } from 'kysely'
import type { Fields } from '../../core/entity/field.ts'
import type { Entity } from '../../core/entity/entity.ts'
import type { Database } from '../db/database.ts'
import { lineTables } from '../db/tables.ts'
import type { FileStore } from './file-store.ts'
import { named as safely } from './sniff.ts'
import { nameProblem } from '../../lib/file-names.ts'

/** What does not fit between the store and the database. */
export interface Dangling {
  /** Files that a record names and the store does not have: `attachment 4 (file): ab/…`. */
  readonly missing: readonly string[]
  /** Paths in the store that nothing names. */
  readonly strays: readonly string[]
  /** Names from earlier versions that would not be taken now, and what stands for them in downloads. */
  readonly names: readonly string[]
}

/** The fields that hold paths of the store. */
const pathFields = (fields: Fields) => Object.keys(fields).filter((name) => /^(.+_)?path$/.test(name))

/** Whether a file's `path` stands beside its `size`. */
const isSized = (fields: Fields) => 'path' in fields && 'size' in fields

/** Whether a file's `name` stands beside its `mime`. */
const isNamed = (fields: Fields) => 'name' in fields && 'mime' in fields

/** A name without an ending, as sets of drawings have it. */
const isTitle = (name: string) => !/\.\S*$/.test(name) && nameProblem(name) === null

/** Where the paths of an entity's files are: in its own table, and in those of its lines, such as versions. */
export const tablesWithPaths = (entity: Entity) => [
  {
    table: entity.table,
    fields: pathFields(entity.fields),
    sized: isSized(entity.fields),
    named: isNamed(entity.fields),
    called: entity.name,
    where: sql``,
  },
  ...lineTables(entity).map(({ table, name, fields, subject }) => ({
    table,
    fields: pathFields(fields),
    sized: isSized(fields),
    named: isNamed(fields),
    called: `${entity.name} ${name}`,
    where: subject === null ? sql`` : sql` and subject_type = ${subject}`,
  })),
]

/**
 * Compares the file store with the records and uploads that name its files. Records in the trash count, since their
 * history can still be looked at.
 */
export async function checkFiles(
  { kysely }: Database,
  store: FileStore,
  uploading: readonly Entity[],
): Promise<Dangling> {
  // The files first: whatever is added meanwhile is then no stray.
  const finished = new Set<string>()
  const unfinished = new Set<string>()
  for await (const { path, unfinished: partial } of store.list()) (partial ? unfinished : finished).add(path)

  const missing: string[] = []
  const named = new Set<string>()
  for (const { table, fields, called, where } of uploading.flatMap(tablesWithPaths))
    for (const field of fields) {
      const path = sql.ref(field)
      const { rows } = await sql<{
        id: unknown
        path: string
      }>`select id, ${path} as path from ${sql.table(table)} where ${path} is not null${where} order by id`.execute(
        kysely,
      )
      for (const { id, path } of rows) {
        named.add(path)
        if (!finished.has(path)) missing.push(`${called} ${Number(id)} (${field}): ${path}`)
      }
    }
  const names: string[] = []
  for (const { table, called, where } of uploading.flatMap(tablesWithPaths).filter((one) => one.named)) {
    const files = await sql<{
      id: unknown
      name: string
      mime: string
    }>`select id, name, mime from ${sql.table(table)} where name is not null and mime is not null${where} order by id`.execute(
      kysely,
    )
    for (const { id, name, mime } of files.rows)
      if (safely(name, mime) !== name && !isTitle(name))
        names.push(`${called} ${Number(id)}: ${JSON.stringify(name)} is sent as ${safely(name, mime)}`)
  }
  const previews = await sql<{
    path: string
    preview_path: string
  }>`select path, preview_path from file_previews where preview_path is not null order by path`.execute(kysely)
  for (const { path, preview_path } of previews.rows) {
    named.add(preview_path)
    if (!finished.has(preview_path)) missing.push(`preview of ${path}: ${preview_path}`)
  }
  const { rows } = await sql<{
    id: string
    path: string
    finished_at: string | null
    record_id: unknown
  }>`select id, path, finished_at, record_id from uploads order by id`.execute(kysely)
  const coming = new Set(rows.filter(({ finished_at }) => finished_at === null).map(({ path }) => path))
  for (const { id, path, finished_at, record_id } of rows) {
    named.add(path)
    if (finished_at !== null && record_id === null && !finished.has(path)) missing.push(`upload ${id}: ${path}`)
  }
  return {
    missing,
    names,
    strays: [
      ...[...finished].filter((path) => !named.has(path)),
      ...[...unfinished].filter((path) => !coming.has(path)).map((path) => `${path} (unfinished)`),
    ].sort(),
  }
}
