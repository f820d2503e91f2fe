import type { Budget } from '../http/budget.ts'

/** How often one person may have documents mailed to others. */
export const MAILINGS: Budget = {
  name: 'mailings',
  size: 10,
  seconds: 3600,
  sentence: (seconds) =>
    `You have mailed 10 times in this hour. You can mail again in ${Math.ceil(seconds / 60)} minutes.`,
}
