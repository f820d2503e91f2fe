import type { NotificationKind } from './entities.ts'

/** What people call the kinds of notifications. */
export const kindNames: Readonly<Record<NotificationKind, string>> = {
  with_you: 'With you: RFIs, punch, tasks',
  answers: 'Answers and mentions',
  schedule: 'Your schedule',
  weeks: 'Weeks and missing time',
  injuries: 'Injuries',
  documents: 'New sheets and documents',
  daily_logs: 'Daily logs',
}
