import { useEffect, useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import type { Failure } from '#core/resource/result.ts'
import { timecards, timeEntries } from '../../time/entities.ts'
import { users } from '../../users/entities.ts'
import { payrollBatches, type PayrollPreview } from '../entities.ts'
import type { PayrollWeek } from '../rows.ts'
import type { Span } from './span-place.ts'

/** Milliseconds to wait after a change, so that many changes at once cause only one request. */
const DEBOUNCE = 300
const changes = ['saved', 'saved-many', 'deleted', 'deleted-many'] as const

/** The server's preview of an export, fetched again when any record it depends on changes. @useSignals */
export function usePreview({ starts_on, ends_on }: Span): {
  weeks: readonly PayrollWeek[] | null
  failure: Failure | null
  retry: () => void
} {
  const { api, store, resumed } = useServices()
  const key = `${starts_on} ${ends_on}`
  const [loaded, setLoaded] = useState<{ key: string; weeks: PayrollWeek[] } | null>(null)
  const [failed, setFailed] = useState<{ key: string; failure: Failure } | null>(null)
  const [tries, setTries] = useState(0)
  const again = resumed.value
  useEffect(() => {
    let latest = 0
    let timer: ReturnType<typeof setTimeout> | undefined
    async function ask() {
      const request = ++latest
      const answer = await api(payrollBatches).ask<PayrollPreview>('preview', { starts_on, ends_on })
      if (request !== latest) return
      setFailed(answer.ok ? null : { key, failure: answer })
      if (answer.ok) setLoaded({ key, weeks: answer.data.weeks })
    }
    const later = () => {
      clearTimeout(timer)
      timer = setTimeout(() => void ask(), DEBOUNCE)
    }
    void ask()
    const stops = changes.flatMap((event) => [
      store.of(timecards).on(event, later),
      store.of(timeEntries).on(event, later),
      store.of(users).on(event, later),
      store.of(payrollBatches).on(event, later),
    ])
    return () => {
      latest = -1
      clearTimeout(timer)
      for (const stop of stops) stop()
    }
  }, [api, store, key, starts_on, ends_on, again, tries])
  return {
    // The last result may belong to another span.
    weeks: loaded?.key === key ? loaded.weeks : null,
    failure: failed?.key === key ? failed.failure : null,
    retry: () => setTries(tries + 1),
  }
}
