import type { Id } from '#core/access/access.ts'
import { attachments, type Attachment } from './entities.ts'

interface Data {
  all(
    entity: typeof attachments,
    where: Pick<Attachment, 'attachable_type' | 'attachable_id'>,
  ): Promise<Pick<Attachment, 'id'>[]>
  remove(entity: typeof attachments, id: Id): Promise<void>
}

interface OneFile<C extends Data> {
  /** The table of the records that have one file each. */
  readonly table: string
  /** @throws Refusal for a file that is not taken */
  check(file: Attachment): void
  /** The file that a record names as its own. */
  current(record: Id, ctx: C): Promise<Id | null | undefined>
  /** Names another one, or none. */
  name(record: Id, file: Id | null, ctx: C): Promise<unknown>
}

/**
 * What happens in the transactions of files on records that have one file each, such as a signed agreement: the record
 * names it, a new file replaces the earlier one, and without it the record names none.
 */
export const oneFile = <C extends Data>({ table, check, current, name }: OneFile<C>) => ({
  async afterSave(file: Attachment, before: Attachment | null, ctx: C): Promise<void> {
    const { id, attachable_type, attachable_id } = file
    if (before || attachable_type !== table) return
    check(file)
    await name(attachable_id, id, ctx)
    const all = await ctx.all(attachments, { attachable_type, attachable_id })
    for (const other of all) if (other.id !== id) await ctx.remove(attachments, other.id)
  },
  async afterDelete({ id, attachable_type, attachable_id }: Attachment, ctx: C): Promise<void> {
    if (attachable_type === table && (await current(attachable_id, ctx)) === id) await name(attachable_id, null, ctx)
  },
})

/** What the scan of a document may be: a PDF or a picture. */
export const SCAN_TYPES: readonly string[] = ['application/pdf', 'image/jpeg', 'image/png', 'image/webp']

/** What is wrong with a file as a scan, which is called so; null if it can be used. */
export const scanProblem = (name: string, mime: string): string | null =>
  SCAN_TYPES.includes(mime) ? null : `The ${name} must be a PDF or a picture.`
