import { useBusy } from '#blocks/failure/use-busy.ts'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useMay } from '#blocks/offered/offered.tsx'
import { useResource } from '#blocks/services/services.tsx'
import { Button } from '#ui/button/button.tsx'
import { timeEntries, type TimeEntry } from '../../entities.ts'
import { toReview } from '../../guards.ts'

/** Reviews all entries on projects that nobody has reviewed yet, in one go. @useSignals */
export const ReviewAll = ({ entries, locked = false }: { entries: readonly TimeEntry[]; locked?: boolean }) => {
  const may = useMay()
  const resource = useResource(timeEntries)
  const report = useOutcome()
  const [busy, during] = useBusy()
  const ids = toReview(entries)
  if (locked || !ids.length || !may(timeEntries, 'review_all')) return null
  const count = `${ids.length} ${ids.length === 1 ? 'entry' : 'entries'}`
  async function review() {
    const answer = await during(resource.actOnAll('review_all', { ids }))
    report(answer, `${count} reviewed.`)
  }
  return (
    <Button variant="outline" icon="check" loading={busy} onClick={() => void review()}>
      Review {count}
    </Button>
  )
}
