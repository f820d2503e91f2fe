import { addDays, formatMonthDay, type Day } from '#lib/days.ts'
import type { EntryType } from '../entities.ts'

export const typeLabels: Record<EntryType, string> = {
  standard: 'Standard',
  shop: 'Shop',
  vacation: 'Vacation',
  admin: 'Admin',
}

/** A week by its first and last day: `11/8 – 11/14`. */
export const weekLabel = (start: Day): string => `${formatMonthDay(start)} – ${formatMonthDay(addDays(start, 6))}`
