import { useState } from 'react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Need } from '#blocks/slots.ts'
import { usePut } from '#blocks/use-put.ts'
import { formatWeekday } from '#lib/days.ts'
import { users } from '../../../users/entities.ts'
import { scheduleEvents, type Unanswered } from '../../entities.ts'

const SHOWN = 3
const dependsOn = [scheduleEvents]
const ReplaceDialog = lazyDialog(async () => (await import('../../dialogs/replace-dialog.tsx')).ReplaceDialog)

/** Who cannot make a day, until somebody answers for it, who is on two jobs, and who has not confirmed the next work day. @useSignals */
export default function WaitingOnSchedule({ put }: { put: (needs: readonly Need[] | null) => void }) {
  const { api, store, offer } = useServices()
  const [replacing, setReplacing] = useState<Unanswered['declined'][number] | null>(null)
  const { data } = useAsked(() => api(scheduleEvents).ask<Unanswered>('unanswered', {}), 'unanswered', dependsOn)
  const nameOf = (id: number) => store.of(users).get(id)?.name ?? 'Someone'
  const answer = (event_id: number, action: 'ask_again' | 'leave_open', date: string) => async () => {
    const result = await api(scheduleEvents).act(event_id, action, { date }, { online: true })
    if (!result.ok) toastFailure(result)
  }
  const leave = (user_id: number) => async () => {
    const result = await api(scheduleEvents).actOnAll('leave_double', { user_id })
    if (!result.ok) toastFailure(result)
  }
  const needs = ({ day, open, declined, double }: Unanswered): Need[] => [
    ...declined.map((one): Need => {
      const { event_id, user_id, job, date, reason } = one
      return {
        key: `declined ${event_id} ${date}`,
        icon: 'x',
        title: `${nameOf(user_id)} can’t make it on ${formatWeekday(date)}`,
        detail: reason ?? '',
        job,
        rank: 'awaited',
        href: `/schedule?view=board&day=${date}&license=${store.of(users).get(user_id)?.license ?? ''}`,
        label: 'Replace',
        // Another server does not replace; its board does.
        ...(offer.takes(scheduleEvents, 'replace') && { act: () => setReplacing(one) }),
        actions: [
          { label: 'Ask again', act: answer(event_id, 'ask_again', date) },
          { label: 'Leave open', act: answer(event_id, 'leave_open', date) },
        ],
      }
    }),
    ...double.map(({ user_id, date, days, jobs }): Need => ({
      key: `double ${user_id}`,
      icon: 'users',
      title: `${nameOf(user_id)} is on ${jobs.length > 1 ? `${jobs.length} jobs` : 'one job twice'} on ${formatWeekday(date)}`,
      detail: [jobs.join(', '), ...(days > 1 ? [`${days} days in all`] : [])].join(' · '),
      rank: 'awaited',
      href: `/schedule?view=board&day=${date}`,
      label: 'Open',
      ...(offer.takes(scheduleEvents, 'leave_double') && {
        actions: [{ label: 'Leave as it is', act: leave(user_id) }],
      }),
    })),
    ...(open.length ? [unconfirmed(day, open.map(nameOf))] : []),
  ]
  usePut(put, data && needs(data))
  return replacing && <ReplaceDialog declined={replacing} onClose={() => setReplacing(null)} />
}

const unconfirmed = (day: string, names: readonly string[]): Need => ({
  key: 'open',
  icon: 'clock',
  title: `${names.length} ${names.length === 1 ? 'person' : 'people'} not confirmed for ${formatWeekday(day)}`,
  detail: `${names.slice(0, SHOWN).join(', ')}${names.length > SHOWN ? ` and ${names.length - SHOWN} more` : ''}`,
  rank: 'soon',
  href: `/schedule?day=${day}`,
  label: 'Open',
})
