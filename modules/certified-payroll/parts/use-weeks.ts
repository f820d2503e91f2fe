import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import { timecards, timeEntries } from '../../time/entities.ts'
import { certifiedPayrolls, madeOf } from '../entities.ts'
import type { Form } from '../form.ts'
import type { CertifiedWeek, Place } from '../week.ts'

const dependsOn = [certifiedPayrolls, ...madeOf, timecards, timeEntries]

/** The weeks of all jobs with prevailing wages. @useSignals */
export function useWeeks() {
  const { api } = useServices()
  return useAsked(() => api(certifiedPayrolls).ask<CertifiedWeek[]>('weeks'), 'weeks', dependsOn)
}

/** The form of a job and week as it would be signed now. @useSignals */
export function useForm({ project_id, week_start }: Place) {
  const form = useServices().api(certifiedPayrolls)
  const ask = () => form.ask<Form>('form', { project_id, week_start })
  return useAsked(ask, `form ${project_id} ${week_start}`, dependsOn)
}

/** Whether somebody has something to do about a week. */
export const isToDo = ({ state }: Pick<CertifiedWeek, 'state'>): boolean => state !== 'signed' && state !== 'none'
