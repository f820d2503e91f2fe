import { useMemo } from 'react'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useShared } from '#blocks/query/use-shared.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Failure } from '#core/resource/result.ts'
import { heldChanges, timecards, timeEntries } from '../../time/entities.ts'
import { users } from '../../users/entities.ts'
import { readPreview } from '../closing.ts'
import { payrollBatches, settledExceptions, type AnyPreview, type PayrollPreview } from '../entities.ts'
import type { Span } from './span-place.ts'

/** What an export is made of. */
export const previewDependsOn = [timecards, timeEntries, users, payrollBatches, settledExceptions, heldChanges]

/** The weeks of a span as the server would export them, loaded again whenever what they depend on changes. @useSignals */
export function usePreview({ starts_on, ends_on }: Span): {
  data: PayrollPreview | null
  failure: Failure | null
  retry: () => void
} {
  const { api } = useServices()
  const { data, ...asked } = useAsked(
    () => api(payrollBatches).ask<AnyPreview>('preview', { starts_on, ends_on }),
    `preview ${starts_on} ${ends_on}`,
    previewDependsOn,
  )
  return { ...asked, data: useShared(useMemo(() => data && readPreview(data), [data])) }
}
