import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { daysBetween, isDay } from '#lib/days.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { timecards } from '../../time/entities.ts'
import { LEFT, payrollBatches, payrollMappings, type PayrollBatch } from '../entities.ts'
import { NOTHING, blocking, isDue, isReady, spanOf } from '../guards.ts'
import { changedPlan, planOf, type Span } from './plan.ts'
import { isOlder } from './leave.ts'
import { readLedger, reversed } from './ledger.ts'
import { sumHours, totalsOfRows, type PayrollRow, type PayrollWeek } from '../rows.ts'
import type { PayrollTotals } from '../layout.ts'

type Draft = DraftOf<typeof payrollBatches>
const MOST_WEEKS = 10
const REVERSES = 'This batch takes another one back. Export its weeks again instead.'

function refuseAll(errors: FieldErrors): void {
  const messages = Object.values(errors).flat()
  if (messages.length) refuse(messages.join('\n'), errors)
}

export function spanIn({ starts_on = '', ends_on = '' }: Partial<Span>): Span {
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

/**
 * Builds a complete batch from a draft. It locks time, so that the weeks cannot change until the batch is saved.
 * Weeks that were exported are in it with what changed since; those that did not change are not.
 * @throws Refusal 422 for unapproved weeks and people without an employee code, unless these are left for later
 */
export async function batchOf(draft: Draft, creator_id: Id, ctx: Ctx) {
  await ctx.alone('time')
  const mapping = await ctx.find(payrollMappings, draft.mapping_id ?? 0)
  if (!mapping) return refuse('Mapping is invalid.', { mapping_id: ['Mapping is invalid.'] })
  const plan = draft.changes_only ? await changedPlan(ctx) : await planOf(spanIn(draft), ctx)
  const due = plan.weeks.filter(isDue)
  if (!due.length) refuse(NOTHING, { starts_on: [NOTHING] })
  const ready = due.filter(isReady)
  const weeks = draft.ready_only && ready.length ? ready : due
  refuseAll(blocking(weeks))
  const chosen = new Set(weeks.map(({ timecard_id }) => timecard_id))
  const rows = plan.rows.filter(({ timecard_id }) => chosen.has(timecard_id))
  return {
    ...(draft.changes_only ? spanOf(weeks) : spanIn(draft)),
    mapping_id: mapping.id,
    mapping_name: mapping.name,
    columns: mapping.columns,
    head: { format: mapping.format, company: mapping.company, company_number: mapping.company_number },
    creator_id,
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
    week_hours: sumHours(weeks.flatMap(({ hours, exported_hours = 0 }) => [hours, -exported_hours])),
    rows: rows.length,
    weeks: weeks.length,
    workers: new Set(weeks.map(({ user_id }) => user_id)).size,
    prevailing: [
      ...new Set(rows.flatMap(({ certified, project_number }) => (certified && project_number) || [])),
    ].sort(),
  }
}

export async function derive(draft: Draft, _: unknown, ctx: Ctx): Promise<Partial<PayrollBatch>> {
  const batch = await batchOf(draft, ctx.user.id, ctx)
  const leaves = draft.ready_only === undefined || draft.ready_only === null
  return { ...batch, ...(leaves && { left_id: ctx.user.id, left_at: ctx.now }) }
}

/** Marks the weeks of a new batch as exported. */
export async function stampWeeks(batch: PayrollBatch, before: PayrollBatch | null, ctx: Ctx): Promise<void> {
  if (before || batch.reverses_id !== null) return
  for (const { timecard_id } of batch.weeks) await stamp(timecard_id, batch, ctx)
}

const stamp = (id: Id, batch: Pick<PayrollBatch, 'creator_id' | 'created_at'> | null, ctx: Ctx) =>
  ctx.save(timecards, { id, exported_id: batch?.creator_id ?? null, exported_at: batch?.created_at ?? null })

/**
 * Takes the mark off the weeks of a batch that no longer counts. One that is exported as it is now by the batches that are
 * left keeps it, by the last of them.
 */
async function release({ id, starts_on, ends_on, weeks }: PayrollBatch, ctx: Ctx): Promise<void> {
  for (const { timecard_id } of weeks) await stamp(timecard_id, null, ctx)
  const plan = await planOf({ starts_on, ends_on }, ctx, { except: id })
  const changed = new Set(plan.rows.map(({ timecard_id }) => timecard_id))
  const own = new Set(weeks.map(({ timecard_id }) => timecard_id))
  const kept = plan.weeks.filter(
    ({ timecard_id, kind, state }) =>
      own.has(timecard_id) && kind === 'change' && state === 'approved' && !changed.has(timecard_id),
  )
  const ids = kept.flatMap(({ batch_id }) => batch_id ?? [])
  const stamps = ids.length ? await ctx.pick(payrollBatches, ['id', 'creator_id', 'created_at'], { id: ids }) : []
  const byId = new Map(stamps.map((batch) => [batch.id, batch]))
  for (const { timecard_id, batch_id } of kept) await stamp(timecard_id, byId.get(batch_id ?? 0) ?? null, ctx)
}

/** Removes a batch whose file nobody has: its weeks are exported again as if it had never been. */
export async function undo(batch: PayrollBatch, ctx: Ctx): Promise<PayrollBatch> {
  await ctx.alone('time')
  if (batch.reverses_id !== null) refuse(REVERSES)
  if (isOlder(batch)) refuse(LEFT)
  await release(batch, ctx)
  return batch
}

/**
 * Takes back a batch that left the server by another one with the opposite of its rows, for payroll to take in as well.
 * Of a week that was exported again as a whole since, nothing is taken back.
 */
export async function reverse(batch: PayrollBatch, ctx: Ctx): Promise<PayrollBatch> {
  await ctx.alone('time')
  if (batch.reverses_id !== null) refuse(REVERSES)
  const ledger = await readLedger(batch, ctx)
  const counts = ({ timecard_id }: { timecard_id: Id }) =>
    ledger.get(timecard_id)?.some(({ id }) => id === batch.id) === true
  const rows = reversed(batch.rows.filter(counts), batch.id)
  const weeks = batch.weeks
    .filter(counts)
    .map((week) => ({ ...week, kind: 'reversal' as const, exported_hours: 0, batch_id: batch.id }))
  if (!weeks.length) refuse('Its weeks were exported again since. Reverse the batch that did.')
  const { starts_on, ends_on, mapping_id, mapping_name, columns, head } = batch
  await ctx.save(payrollBatches, {
    starts_on,
    ends_on,
    mapping_id,
    mapping_name,
    columns,
    head,
    creator_id: ctx.user.id,
    reverses_id: batch.id,
    totals: { ...totalsOf(weeks, rows), week_hours: -sumHours(batch.rows.filter(counts).map(({ hours }) => hours)) },
    weeks,
    rows,
  })
  await release(batch, ctx)
  return batch
}
