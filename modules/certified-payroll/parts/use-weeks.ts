import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import { timecards, timeEntries } from '../../time/entities.ts'
import { certifiedJobs, certifiedPayrolls, entryClasses, payWeeks, tradeClasses, workerNumbers } from '../entities.ts'
import type { CertifiedWeek } from '../week.ts'

/** What forms are made of. */
export const dependsOn = [
  certifiedPayrolls,
  certifiedJobs,
  tradeClasses,
  entryClasses,
  workerNumbers,
  payWeeks,
  timecards,
  timeEntries,
]

/** The weeks of all jobs with prevailing wages. @useSignals */
export function useWeeks() {
  const { api } = useServices()
  return useAsked(() => api(certifiedPayrolls).ask<CertifiedWeek[]>('weeks'), 'weeks', dependsOn)
}

/** Whether somebody has something to do about a week. */
export const isToDo = ({ state }: Pick<CertifiedWeek, 'state'>): boolean => state !== 'signed' && state !== 'none'
