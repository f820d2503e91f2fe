import { useState } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { useServices } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import { formatWeekday, type Day } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { linesOfDay } from '../day-signatures.ts'
import { daySignatures, timeEntries, type TimeEntry } from '../entities.ts'
import { SignDialog, whereOf } from './sign-dialog.tsx'

interface Person {
  readonly id: Id
  readonly name: string
}

/** One of a crew signs the day, and after that the next one who has not. @useSignals */
export const SignDayDialog = ({
  day,
  user_id,
  people,
  open,
  entries,
  go,
}: {
  day: Day
  user_id: Id
  people: readonly Person[]
  /** Who has not signed. */
  open: readonly Id[]
  entries: ReadonlySignal<readonly TimeEntry[]>
  /** To another person, or out. */
  go: (user_id: Id | null) => void
}) => {
  const { api, writes } = useServices()
  const [said, setSaid] = useState<string>()
  const at = people.findIndex(({ id }) => id === user_id)
  const name = people[at]?.name ?? ''
  const next = [...people.slice(at + 1), ...people.slice(0, Math.max(at, 0))].find(({ id }) => open.includes(id))
  async function sign(signature_path: string): Promise<boolean> {
    const draft = { user_id, date: day, signature_path, lines: linesOfDay(entries.peek()) }
    // What waits of the hours is sent before what is signed of them.
    const later = writes.items.peek().some(({ entity, state }) => entity === timeEntries.name && state !== 'refused')
    const result = await api(daySignatures).save(draft, { later })
    if (!result.ok) {
      toastFailure(result)
      return false
    }
    setSaid(`${name} has signed.`)
    go(next?.id ?? null)
    return true
  }
  return (
    <SignDialog
      title={`${name}, ${formatWeekday(day)}`}
      said={said}
      lines={entries.value.map((entry) => ({
        id: entry.id,
        where: whereOf(entry, entry.cost_code),
        hours: entry.hours,
      }))}
      next={
        next && (
          <Button variant="outline" onClick={() => go(next.id)}>
            Next: {next.name}
          </Button>
        )
      }
      sign={sign}
      onClose={() => go(null)}
    />
  )
}
