import { useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useResource } from '#blocks/services/services.tsx'
import { formatWeekday } from '#lib/days.ts'
import { Button } from '#ui/button/button.tsx'
import { copiesOf, usualKinds } from '../copies.ts'
import { logEntries, type EntryType } from '../entities.ts'
import { useEntries, type Day } from './use-day.ts'

const isUsual = (type: EntryType) => usualKinds.some((kind) => kind === type)

/** Offers an earlier day's companies or equipment, with hours at zero, while the day has none. @useSignals */
export const Copy = ({ day, type }: { day: Day; type: EntryType }) => {
  const isEmpty = useEntries(day)(type).length === 0
  return day.mayEdit && day.previous && isUsual(type) && isEmpty ? (
    <Offer day={day} type={type} from={day.previous} />
  ) : null
}

/** @useSignals */
const Offer = ({ day, type, from }: { day: Day; type: EntryType; from: { id: number; date: string } }) => {
  const resource = useResource(logEntries)
  const report = useOutcome()
  const [busy, setBusy] = useState(false)
  const earlier = useRecords(useQuery(logEntries, { params: { daily_log_id: from.id } }).items)
  const copies = copiesOf(earlier, useRecords(day.query.items), [type])
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
