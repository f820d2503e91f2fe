import { useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource } from '#blocks/services/services.tsx'
import { formatWeekday } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { copiesOf, usualKinds } from '../copies.ts'
import { logEntries, type EntryType } from '../entities.ts'
import type { Day } from './use-day.ts'

const isUsual = (type: EntryType) => usualKinds.some((kind) => kind === type)

/** Offers an earlier day's companies or equipment, with hours at zero, while the day has none. @useSignals */
export const Copy = ({ day, type }: { day: Day; type: EntryType }) =>
  day.mayEdit && day.previous && isUsual(type) && !day.entriesOf(type).length ? (
    <Offer day={day} type={type} from={day.previous} />
  ) : null

/** @useSignals */
const Offer = ({ day, type, from }: { day: Day; type: EntryType; from: { id: number; date: string } }) => {
  const resource = useResource(logEntries)
  const report = useOutcome()
  const [busy, setBusy] = useState(false)
  const earlier = useQuery(logEntries, { params: { daily_log_id: from.id } }).items.value.map((item) => item.value)
  const copies = copiesOf(earlier, day.entries, [type])
  if (!copies.length) return null
  async function copy() {
    setBusy(true)
    report(await resource.saveMany(copies), `${copies.length} copied.`)
    setBusy(false)
  }
  return (
    <Button variant="outline" size="sm" icon="copy" loading={busy} onClick={() => void copy()}>
      {copies.length} from {formatWeekday(from.date)}
    </Button>
  )
}
