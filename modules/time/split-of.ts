import type { Ctx } from '#server/define-server.ts'
import type { Timecard, TimeEntry, Totals } from './entities.ts'

/** A week's hours as they are paid, by the company's overtime rules. */
export async function splitOf(
  _week: Timecard,
  entries: readonly TimeEntry[],
  _ctx: Ctx,
): Promise<{ totals: Totals; split: NonNullable<Timecard['split']> }> {
  const worked = entries.reduce((sum, { hours, type }) => (type === 'vacation' ? sum : sum + hours), 0)
  return {
    totals: { regular: worked, overtime: 0, double: 0, vacation: 0, worked, per_diem_days: 0 },
    split: entries.map(({ id, hours }) => ({ id, regular: hours, overtime: 0, double: 0, reason: '' })),
  }
}
