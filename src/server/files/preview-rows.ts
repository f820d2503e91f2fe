import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'

/** The kind of the jobs that render previews. */
export const PREVIEW_JOB = 'preview'

/** A preview of a file. */
export interface PreviewRow {
  readonly path: string
  /** In bytes. */
  readonly bytes: number
}

/** The preview of a file with this longest side, if it was rendered. */
export async function findPreview(db: Executor, path: string, size: number): Promise<PreviewRow | undefined> {
  const { rows } = await sql<{
    preview_path: string
    bytes: unknown
  }>`select preview_path, bytes from file_previews where path = ${path} and size = ${size}`.execute(db)
  return rows[0] && { path: rows[0].preview_path, bytes: Number(rows[0].bytes) }
}
