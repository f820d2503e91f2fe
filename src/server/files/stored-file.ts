import type { Entity } from '../../core/entity/entity.ts'
import type { NewFile } from '../resource/versions.ts'
import type { Context } from '../context/context.ts'
import { previewJob } from './preview-rows.ts'
import { isPicture, named } from './sniff.ts'
import { markAttached, type UploadRow } from './upload-rows.ts'

type Stored = Pick<UploadRow, 'id' | 'path' | 'sha256'>

/** A finished file, before any record holds it. */
export interface StoredFile {
  readonly upload: Stored
  readonly name: string
  readonly mime: string
  readonly size: number
  /** A small version of a picture, sent along with it. */
  readonly preview?: Stored | undefined
}

/** What a record says of its file; `previewed` if the server will render previews of it. */
export const newFileOf = ({ upload, name, mime, size, preview }: StoredFile, previewed: boolean): NewFile => ({
  name: named(name, mime),
  mime,
  size,
  sha256: upload.sha256,
  path: upload.path,
  preview_path: preview?.path ?? null,
  image: isPicture(mime),
  preview_state: previewed ? 'waiting' : null,
  pages: null,
})

/** Marks the file as the record's, in the transaction that saves the record, and has its previews rendered. */
export async function takeOver(
  ctx: Context,
  { name: entity }: Entity,
  id: number,
  { upload, preview, mime }: StoredFile,
  previewed: boolean,
): Promise<void> {
  for (const taken of [upload, preview]) if (taken) await markAttached(ctx.db, taken.id, id)
  if (!previewed) return
  ctx.jobs.push(previewJob({ entity, id, path: upload.path, mime, page: 1 }))
}
