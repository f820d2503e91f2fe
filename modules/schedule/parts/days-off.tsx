import { useEffect } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import type { DaysOffProps } from '../../time/index.ts'
import { isWorkDay, spanOf } from '../days-of.ts'
import { scheduleEvents } from '../entities.ts'
import { useCompanyDays } from './use-company-days.ts'

/** Tells on which days of a span the company does not work. @useSignals */
export default function DaysOff({ from, to, onTell }: DaysOffProps) {
  const { items } = useQuery(scheduleEvents, { filters: { from, to, everyone: true } })
  const company = useCompanyDays(from, to, items).value
  useEffect(() => onTell(spanOf(from, to).filter((day) => !isWorkDay(day, company))), [from, to, company, onTell])
  return null
}
