import { useState } from 'react'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Day } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { costCodes } from '../../cost-codes/entities.ts'
import { phases } from '../../phases/entities.ts'
import type { OfferedLine } from '../../time/index.ts'
import { scheduleEvents, type PlannedDay } from '../entities.ts'

/** Fills Enter Time with those of one's crew who were planned, or all where none of them was: on their jobs, with their hours and the code named like the phase. */
export default function TimeFromSchedule({
  date,
  project_id,
  isOpen,
  isOurs,
  fill,
}: {
  date: Day
  project_id: Id | null
  isOpen: (user_id: Id) => boolean
  isOurs: (user_id: Id) => boolean
  fill: (lines: readonly OfferedLine[]) => void
}) {
  const { api, store } = useServices()
  const [busy, setBusy] = useState(false)
  async function offer() {
    setBusy(true)
    const answer = await api(scheduleEvents).ask<PlannedDay>('planned', { day: date })
    if (!answer.ok) {
      setBusy(false)
      return void toast.error('The schedule could not be loaded.')
    }
    const there = answer.data.work.filter((one) => project_id === null || one.project_id === project_id)
    const own = there.filter((one) => isOurs(one.user_id))
    const work = (own.length ? own : there).filter((one) => isOpen(one.user_id))
    const codeOf = await codesOf([...new Set(work.map((one) => one.project_id))])
    setBusy(false)
    if (!work.length) return void toast.success('Nobody else was planned for this day.')
    fill(
      work.map((one) => ({
        user_id: one.user_id,
        hours: one.hours,
        project_id: one.project_id === project_id ? null : one.project_id,
        cost_code_id: codeOf(one.project_id, one.phase_id),
      })),
    )
  }
  /** A project's active code by the name of a phase; null where there is none. */
  async function codesOf(ids: readonly Id[]): Promise<(project: Id, phase: Id | null) => Id | null> {
    const answers = await Promise.all(
      ids.map(async (id) => [id, await api(costCodes, { project_id: id }).fetchAll({ status: 'active' })] as const),
    )
    const found = new Map(answers.map(([id, answer]) => [id, answer.ok ? answer.data : []]))
    return (project, phase) => {
      const name = phase === null ? undefined : store.of(phases).peek(phase)?.name.toLowerCase()
      return found.get(project)?.find((code) => code.name.toLowerCase() === name)?.id ?? null
    }
  }
  return (
    <Button variant="outline" size="lg" icon="calendar-days" loading={busy} onClick={() => void offer()}>
      From schedule
    </Button>
  )
}
