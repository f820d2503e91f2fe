import type { EntryType } from '../entities.ts'
import type { WeekState } from '../guards.ts'

export const typeLabels: Record<EntryType, string> = {
  standard: 'Standard',
  shop: 'Shop',
  vacation: 'Vacation',
  admin: 'Admin',
}

export const stateLabels: Record<WeekState, string> = {
  open: 'Open',
  submitted: 'Submitted',
  rejected: 'Sent back',
  approved: 'Approved',
  exported: 'Exported',
}
