import { sql } from 'kysely'
import type { Executor } from '../db/database.ts'
import type { NewJob } from '../jobs/jobs.ts'

/** The kind of the jobs that render previews. */
export const PREVIEW_JOB = 'preview'

/** What a preview job is about: a page of a file that a record has. */
export interface PreviewTask {
  readonly entity: string
  readonly id: number
  readonly path: string
  readonly mime: string
  /** Counts from 1. */
  readonly page: number
}

/** The job that renders one page of a file, however often it is asked for. */
export const previewJob = (task: PreviewTask): NewJob => ({
  kind: PREVIEW_JOB,
  lane: 'heavy',
  payload: task,
  key: [PREVIEW_JOB, task.path, ...(task.page > 1 ? [task.page] : [])].join(' '),
})

/** A preview of a file. */
export interface PreviewRow {
  /** Null where the page cannot be rendered. */
  readonly path: string | null
  /** In bytes. */
  readonly bytes: number
}

/** The preview of a page of a file with this longest side, if it was rendered. */
export async function findPreview(
  db: Executor,
  path: string,
  { page, size }: { page: number; size: number },
): Promise<PreviewRow | undefined> {
  const { rows } = await sql<{
    preview_path: string | null
    bytes: unknown
  }>`select preview_path, bytes from file_previews where path = ${path} and page = ${page} and size = ${size}`.execute(
    db,
  )
  return rows[0] && { path: rows[0].preview_path, bytes: Number(rows[0].bytes) }
}
