import type { Waiting } from '#core/writes/mutation.ts'
import { messageOf } from '#core/resource/messages.ts'
import type { timeEntries } from '../entities.ts'
import type { Sheet } from './sheet.ts'

/** Fills a sheet with a change from the outbox as it was entered, with the server's errors if it was refused. */
export function refill(sheet: Sheet, { drafts, refused }: Waiting<typeof timeEntries>): void {
  const [first] = drafts
  if (!first) return
  const { type = 'standard', project_id = null, per_diem = false } = first
  for (const { key } of sheet.rows.peek()) sheet.remove(key)
  sheet.setHead({ type })
  sheet.setHead({ project_id, per_diem, ...(first.date && { date: first.date }) })
  sheet.add(drafts.map(({ user_id = 0, hours, cost_code_id }) => ({ user_id, hours, cost_code_id })))
  for (const [at, { key }] of sheet.rows.peek().entries()) sheet.setRow(key, { notes: drafts[at]?.notes ?? '' })
  if (refused) sheet.refuse(sheet.rows.peek(), refused.errors, messageOf(refused, Object.keys(refused.errors)))
}
