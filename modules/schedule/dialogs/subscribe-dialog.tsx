import { useBusy } from '#blocks/failure/use-busy.ts'
import { useState } from 'react'
import { css } from '#css/css'
import { toastFailure } from '#blocks/failure/toast-failure.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { formatRecent } from '#lib/moments.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { ConfirmDialog } from '#ui/confirm-dialog/confirm-dialog.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { Select } from '#ui/select/select.tsx'
import { TextInput } from '#ui/text-input/text-input.tsx'
import { toast } from '#ui/toast/toast.tsx'
import { calendarFeeds, type CalendarFeed } from '../entities.ts'

/** The secret addresses at which calendar programs read the schedule. @useSignals */
export const SubscribeDialog = ({ onClose }: { onClose: () => void }) => {
  const { items, state, failure, ask } = useQuery(calendarFeeds)
  const [chosen, setChosen] = useState<number | null>(null)
  const feeds = useRecords(items)
  const feed = feeds.find(({ id }) => id === chosen) ?? feeds.find(({ project_id }) => project_id === null)
  return (
    <Dialog open onClose={onClose} title="Subscribe">
      {state.value === 'never' || !feed ? (
        <NotLoaded failure={failure.value} retry={ask} />
      ) : (
        <div className={css({ stack: '3' })}>
          <p>Outlook, Google and Apple calendars show what is published at this address, and keep it up to date.</p>
          <Select
            aria-label="Calendar"
            value={feed.id}
            options={feeds.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={setChosen}
          />
          <FeedAddress key={feed.id} feed={feed} />
        </div>
      )}
    </Dialog>
  )
}

/** An address, which is shown once, when it is made. */
const FeedAddress = ({ feed }: { feed: CalendarFeed }) => {
  const { api } = useServices()
  const [url, setUrl] = useState<string | null>(null)
  const [asking, setAsking] = useState(false)
  const [busy, during] = useBusy()
  const { given_at } = feed
  async function renew() {
    const result = await during(api(calendarFeeds).act(feed.id, 'renew'))
    setAsking(false)
    if (!result.ok) return toastFailure(result)
    setUrl(result.data.url)
    toast.success('The address is new. Subscribe to it now: it is shown this once.')
  }
  async function copy(address: string) {
    try {
      await navigator.clipboard.writeText(address)
      toast.success('Address copied.')
    } catch {
      toast.error('The address could not be copied. Select it and copy it.')
    }
  }
  return (
    <>
      {url !== null && <TextInput aria-label="Address" value={url} onChange={() => {}} />}
      <p className={css({ color: 'muted', fontSize: 'sm' })}>
        {url !== null
          ? 'Whoever has the address sees this calendar. Make a new one if somebody has it who should not.'
          : given_at === null
            ? 'This calendar has no address yet.'
            : `Its address was made ${formatRecent(given_at)} and is not shown again. A new one ends it.`}
      </p>
      <span className={css({ flow: '2' })}>
        {url !== null && (
          <>
            <Button icon="copy" onClick={() => void copy(url)}>
              Copy address
            </Button>
            <LinkButton variant="outline" icon="calendar-days" href={url.replace(/^https?/, 'webcal')}>
              Open in calendar
            </LinkButton>
          </>
        )}
        <Button
          variant="outline"
          icon="refresh-cw"
          loading={busy && !asking}
          onClick={() => (given_at === null ? void renew() : setAsking(true))}
        >
          {given_at === null ? 'Make address' : 'New address'}
        </Button>
      </span>
      {asking && (
        <ConfirmDialog
          open
          message="Make a new address? Calendars that use the present one stop being updated."
          confirm="New address"
          loading={busy}
          onConfirm={() => void renew()}
          onCancel={() => setAsking(false)}
        />
      )}
    </>
  )
}
