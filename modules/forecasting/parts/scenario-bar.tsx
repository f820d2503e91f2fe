import { useBusy } from '#blocks/failure/use-busy.ts'
import { memo } from 'react'
import { css } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useServices } from '#blocks/services/services.tsx'
import { offer } from '#blocks/undo/offer.ts'
import type { Id } from '#core/access/access.ts'
import { Button } from '#ui/button/button.tsx'
import { NumberInput } from '#ui/number-input/number-input.tsx'
import { Select } from '#ui/select/select.tsx'
import { scheduleEvents } from '../../schedule/entities.ts'

/** A project that would begin some weeks later, or earlier. */
export interface WhatIf {
  readonly project_id: Id
  readonly weeks: number
}
/** How many weeks a project can be moved. */
export const MOST_WEEKS = 26

/** Moves the coming phases of a project by weeks: shown in the forecast first, saved when it is wanted. @useSignals */
export const ScenarioBar = memo(
  ({
    projects,
    value,
    onChange,
    ids,
    days,
  }: {
    projects: readonly { value: Id; label: string }[]
    value: WhatIf | null
    onChange: (value: WhatIf | null) => void
    /** The phases that move, and by how many work days. */
    ids: readonly Id[]
    days: number
  }) => {
    const services = useServices()
    const { api } = services
    const [busy, during] = useBusy()
    const weeks = value?.weeks ?? 0
    const isWrong = !Number.isInteger(weeks) || Math.abs(weeks) > MOST_WEEKS
    async function save() {
      const result = await during(api(scheduleEvents).actOnAll('shift', { ids, days }))
      if (!result.ok) return toastFailure(result)
      onChange(null)
      offer(services, ids.length === 1 ? '1 phase moved.' : `${ids.length} phases moved.`, [result])
    }
    return (
      <section className={bar} aria-label="What if">
        <b>What if</b>
        <span className={css({ width: '15rem' })}>
          <Select
            aria-label="Project to move"
            value={value?.project_id ?? null}
            options={projects}
            onChange={(project_id) => onChange(project_id ? { project_id, weeks: weeks || 1 } : null)}
            placeholder="a project"
            clearable
          />
        </span>
        {value && (
          <>
            <span>begins</span>
            <NumberInput
              aria-label="weeks later"
              value={weeks}
              onChange={(next) => onChange({ ...value, weeks: next ?? 0 })}
              step={1}
              min={-MOST_WEEKS}
              max={MOST_WEEKS}
              stepper
              invalid={isWrong}
            />
            <span>{Math.abs(weeks) === 1 ? 'week' : 'weeks'} later?</span>
            <span className={note} role="status">
              {isWrong
                ? `Weeks must be a whole number up to ${MOST_WEEKS}.`
                : ids.length === 0
                  ? 'It has no phases ahead.'
                  : `${ids.length === 1 ? '1 phase' : `${ids.length} phases`} ahead; those under way stay. Not saved.`}
            </span>
            <span className={css({ display: 'flex', gap: '2', marginInlineStart: 'auto' })}>
              <Button variant="outline" onClick={() => onChange(null)}>
                Leave it
              </Button>
              <Button loading={busy} disabled={isWrong || days === 0 || !ids.length} onClick={() => void save()}>
                Move it
              </Button>
            </span>
          </>
        )}
      </section>
    )
  },
)

const bar = css({ wrap: '2.5', marginTop: '3.5', padding: '3', fontSize: 'sm', layerStyle: 'card' })
const note = css({ color: 'muted' })
