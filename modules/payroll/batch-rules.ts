import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { daysBetween, isDay } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { timecards } from '../time/entities.ts'
import { payrollMappings, type payrollBatches, type PayrollBatch, type PayrollPreview } from './entities.ts'
import { NOTHING, blocking, alreadyExported } from './guards.ts'
import { liveBatches } from './live-batches.ts'
import { planOf, type Span } from './plan.ts'
import { sumHours, totalsOfRows, type PayrollRow, type PayrollWeek } from './rows.ts'
import type { PayrollTotals } from './layout.ts'

type Draft = DraftOf<typeof payrollBatches>
const MOST_WEEKS = 10

function refuseAll(errors: FieldErrors): void {
  const messages = Object.values(errors).flat()
  if (messages.length) refuse(messages.join('\n'), errors)
}

function spanIn({ starts_on = '', ends_on = '' }: Partial<Span>): Span {
  if (!isDay(starts_on)) refuse('First day must be a date.', { starts_on: ['First day must be a date.'] })
  if (!isDay(ends_on)) refuse('Last day must be a date.', { ends_on: ['Last day must be a date.'] })
  const wrong =
    ends_on < starts_on
      ? 'Last day must not be before the first.'
      : daysBetween(starts_on, ends_on) >= MOST_WEEKS * 7
        ? `Export at most ${MOST_WEEKS} weeks at once.`
        : ''
  if (wrong) refuse(wrong, { ends_on: [wrong] })
  return { starts_on, ends_on }
}

export async function preview(ctx: Ctx, params: Partial<Span>): Promise<PayrollPreview> {
  const { weeks } = await planOf(spanIn(params), ctx)
  return { weeks }
}

/**
 * Builds a complete batch from a draft. It locks time, so that the weeks cannot change until the batch is saved.
 * @throws Refusal 422 for unapproved weeks, people without an employee code, and weeks that were exported before
 */
export async function batchOf(draft: Draft, creator_id: Id, ctx: Ctx) {
  await ctx.alone('time')
  const span = spanIn(draft)
  const mapping = await ctx.find(payrollMappings, draft.mapping_id ?? 0)
  if (!mapping) return refuse('Mapping is invalid.', { mapping_id: ['Mapping is invalid.'] })
  const plan = await planOf(span, ctx)
  const weeks = draft.new_only ? plan.weeks.filter(({ batch_id }) => batch_id === null) : plan.weeks
  if (!weeks.length) refuse(NOTHING, { starts_on: [NOTHING] })
  refuseAll(blocking(weeks))
  if (!draft.duplicate) refuseAll(alreadyExported(weeks))
  const chosen = new Set(weeks.map(({ timecard_id }) => timecard_id))
  const rows = plan.rows.filter(({ timecard_id }) => chosen.has(timecard_id))
  return {
    ...span,
    mapping_id: mapping.id,
    mapping_name: mapping.name,
    columns: mapping.columns,
    creator_id,
    duplicate: weeks.some(({ batch_id }) => batch_id !== null),
    totals: totalsOf(weeks, rows),
    weeks,
    rows,
  }
}

function totalsOf(weeks: readonly PayrollWeek[], rows: readonly PayrollRow[]): PayrollTotals {
  const { worked: _, ...totals } = totalsOfRows(rows)
  return {
    ...totals,
    file_hours: sumHours(rows.map(({ hours }) => hours)),
    week_hours: sumHours(weeks.map(({ hours }) => hours)),
    rows: rows.length,
    weeks: weeks.length,
    workers: new Set(weeks.map(({ user_id }) => user_id)).size,
    prevailing: [
      ...new Set(rows.flatMap(({ certified, project_number }) => (certified && project_number) || [])),
    ].sort(),
  }
}

export const derive = (draft: Draft, _: unknown, ctx: Ctx): Promise<Partial<PayrollBatch>> =>
  batchOf(draft, ctx.user.id, ctx)

/** Marks the weeks of a new batch as exported, after which they cannot be reopened. */
export async function stampWeeks(batch: PayrollBatch, before: PayrollBatch | null, ctx: Ctx): Promise<void> {
  if (before) return
  for (const { timecard_id: id } of batch.weeks)
    await ctx.save(timecards, { id, exported_id: batch.creator_id, exported_at: batch.created_at })
}

/**
 * Undoes a batch: its weeks are no longer marked as exported. A week that is also in another live batch gets that batch's
 * stamp, since it is still exported.
 */
export async function undo(batch: PayrollBatch, ctx: Ctx): Promise<PayrollBatch> {
  await ctx.alone('time')
  const others = await liveBatches(batch, ctx, batch.id)
  for (const { timecard_id: id } of batch.weeks) {
    const stamp = others.get(id)
    await ctx.save(timecards, {
      id,
      exported_id: stamp?.creator_id ?? null,
      exported_at: stamp?.created_at ?? null,
    })
  }
  return batch
}
