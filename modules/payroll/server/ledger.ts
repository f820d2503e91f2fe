import type { Id } from '#core/access/access.ts'
import { between, not, type Ctx } from '#server/define-server.ts'
import { payrollBatches } from '../entities.ts'
import type { Span } from './plan.ts'
import { accountOf, type PayrollRow, type PayrollWeek } from '../rows.ts'

/** A batch, as far as it tells what of its weeks was exported. */
export interface Booked {
  readonly id: Id
  readonly creator_id: Id
  readonly created_at: string
  readonly reverses_id: Id | null
  readonly weeks: readonly Pick<PayrollWeek, 'timecard_id' | 'kind'>[]
}

/**
 * The batches whose rows add up to what was exported of each week, the latest last. A batch that corrects adds to those
 * before it, and one that exports a week as a whole begins anew: of the repeated exports of earlier versions the newest
 * counts. A reversing batch takes back the one it names.
 * @param batches by id, without undone ones
 */
export function ledgerOf<B extends Booked>(batches: readonly B[]): Map<Id, B[]> {
  const ledger = new Map<Id, B[]>()
  for (const batch of batches)
    for (const { timecard_id, kind } of batch.weeks) {
      const before = ledger.get(timecard_id) ?? []
      const { reverses_id } = batch
      if (reverses_id !== null)
        ledger.set(
          timecard_id,
          before.filter(({ id }) => id !== reverses_id),
        )
      else ledger.set(timecard_id, kind === 'change' ? [...before, batch] : [batch])
    }
  return ledger
}

/** The ledger of the weeks that start in a span, as it is without the batch `except`. */
export async function readLedger({ starts_on, ends_on }: Span, ctx: Ctx, except: Id = 0): Promise<Map<Id, Booked[]>> {
  const where = {
    undone_at: null,
    starts_on: between(null, ends_on),
    ends_on: between(starts_on, null),
    id: not(except),
  }
  // Only the needed fields, since a batch's rows may be many.
  return ledgerOf(await ctx.pick(payrollBatches, ['id', 'creator_id', 'created_at', 'reverses_id', 'weeks'], where))
}

type ExportedRow = PayrollRow & { readonly batch_id: Id }

/** The rows of these batches, by week. */
export async function rowsByWeek(batches: readonly Id[], ctx: Ctx): Promise<Map<Id, ExportedRow[]>> {
  const ids = [...new Set(batches)]
  const found = ids.length ? await ctx.pick(payrollBatches, ['id', 'rows'], { id: ids }) : []
  return Map.groupBy(
    found.flatMap(({ id, rows }) => rows.map((row) => ({ ...row, batch_id: id }))),
    ({ timecard_id }) => timecard_id,
  )
}

const hundredths = (value: number) => Math.round(value * 100)
/**
 * What has to be added to the rows that were exported of a week to make those that are due, an account each: −8 on one
 * code and +8 on another. Each names the batch it corrects.
 */
export function changesOf(due: readonly PayrollRow[], exported: readonly PayrollRow[], corrects: Id): PayrollRow[] {
  const accounts = Map.groupBy([...due, ...exported], accountOf)
  const isDue = new Set(due)
  return [...accounts.values()].flatMap((rows) => {
    const [first] = rows
    const sum = (of: 'hours' | 'units') =>
      rows.reduce((total, row) => total + (isDue.has(row) ? 1 : -1) * hundredths(row[of]), 0) / 100
    const [hours, units] = [sum('hours'), sum('units')]
    return first && (hours || units) ? [{ ...first, hours, units, corrects }] : []
  })
}

/** The rows that take back those of a batch. */
export const reversed = (rows: readonly PayrollRow[], corrects: Id): PayrollRow[] =>
  rows.map((row) => ({ ...row, hours: -row.hours, units: -row.units, corrects }))
