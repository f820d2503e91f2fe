import { useEffect, useMemo } from 'react'
import { useDerived } from '#blocks/query/use-derived.ts'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useServices } from '#blocks/services/services.tsx'
import { firstSteps, type FirstStep } from '#blocks/slots.ts'
import { watchedAll } from '#core/store/watched.ts'
import { companySettings } from '../../entities.ts'

/** How a step stands: `said` is what was done, in words. */
export interface Standing {
  readonly id: string
  readonly state: 'open' | 'done' | 'skipped'
  readonly said: string | null
}

/** The steps of the first hour and how they stand, which records tell wherever they were made. @useSignals */
export function useFirstHour() {
  const { registry, session, queries, api } = useServices()
  const user = session.user.value
  const settings = useQuery(companySettings)
  const [company] = useRecords(settings.items)
  const steps: readonly FirstStep[] = registry.filled(firstSteps, user)
  const names = steps.map(({ id }) => id).join()
  const asked = useMemo(
    () =>
      steps.map((step) => {
        const query = queries(step.of.entity, step.of)
        return { step, query, records: watchedAll(query.items) }
      }),
    // The steps are those of these names.
    // oxlint-disable-next-line react/exhaustive-deps
    [queries, names],
  )
  useEffect(() => {
    const stops = asked.map(({ query }) => query.follow())
    return () => {
      for (const stop of stops) stop()
    }
  }, [asked])
  const notes = company?.first_steps ?? null
  const sample = company?.sample?.project_id ?? null
  /** Null until it is known of all of them. */
  const standings = useDerived((): readonly Standing[] | null => {
    if (!notes || !user || asked.some(({ query }) => query.state.value === 'never')) return null
    return asked.map(({ step, records }) => {
      const noted = notes[step.id]
      const said = step.done(records.value, { user, noted: noted === 'done', sample })
      return { id: step.id, state: said !== null ? 'done' : noted === 'skipped' ? 'skipped' : 'open', said }
    })
  }, [asked, user, sample, JSON.stringify(notes)])
  const failure = useDerived(
    () => [settings, ...asked.map(({ query }) => query)].map((query) => query.failure.value).find(Boolean) ?? null,
    [settings, asked],
  )

  /** Keeps what became of a step; null ends the first hour. */
  async function note(id: string, what: 'skipped' | 'done' | null): Promise<boolean> {
    if (!company) return false
    const first_steps = what && { ...company.first_steps, [id]: what }
    const saved = await api(companySettings).save({ id: company.id, first_steps })
    if (!saved.ok) toastFailure(saved)
    return saved.ok
  }

  return {
    company,
    /** Whether the company is not shown it, or not any more. */
    over: settings.state.value === 'fresh' && company !== undefined && notes === null,
    steps,
    standings,
    left: standings?.filter(({ state }) => state === 'open').length ?? null,
    failure,
    note,
    end: () => note('', null),
    retry: () => Promise.all([settings.ask(), ...asked.map(({ query }) => query.ask())]),
  }
}
