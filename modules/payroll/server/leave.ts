import { refuse, type Ctx, type WrittenFile } from '#server/define-server.ts'
import { payrollBatches, type PayrollBatch } from '../entities.ts'
import { filesOf } from '../files.ts'

const UNDONE = 'This batch was undone. Its weeks are exported with another one.'

/**
 * One of a batch's files, GET api/payroll_batches/{id}/file?kind=by-worker. They are made and kept when the first of them
 * leaves the server, so that each is the same for ever; from then on the batch is not undone but reversed.
 * @throws Refusal 422 for an undone batch
 */
export async function fileOf(
  batch: PayrollBatch,
  ctx: Ctx,
  { kind = 'payroll' }: Record<string, string>,
): Promise<WrittenFile | null> {
  // Its weeks go out again with another batch, so that whoever took this one in too would pay them twice.
  if (batch.undone_at !== null) refuse(UNDONE)
  const files = batch.files ?? filesOf(batch)
  const file = Object.hasOwn(files, kind) ? files[kind] : undefined
  if (!file) return null
  if (!batch.files)
    await ctx.save(payrollBatches, {
      id: batch.id,
      files,
      left_id: batch.left_id ?? ctx.user.id,
      left_at: batch.left_at ?? ctx.now,
    })
  return file
}

/** Whether a version before this one made a batch, whose browsers wrote the file themselves. */
export const isOlder = ({ weeks }: Pick<PayrollBatch, 'weeks'>): boolean => weeks.some(({ kind }) => kind === undefined)

/** Marks batches of earlier versions as having left, because those versions did not record whether they did. */
export async function markLeft(ctx: Ctx): Promise<void> {
  const fields = ['id', 'creator_id', 'created_at', 'weeks'] as const
  for (const batch of await ctx.pick(payrollBatches, fields, { left_at: null, undone_at: null }))
    if (isOlder(batch))
      await ctx.save(payrollBatches, { id: batch.id, left_id: batch.creator_id, left_at: batch.created_at })
}
