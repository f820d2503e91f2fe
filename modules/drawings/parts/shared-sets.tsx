import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { formatDay } from '#lib/days.ts'
import { Switch } from '#ui/switch/switch.tsx'
import { drawings, type Drawing } from '../entities.ts'

/** The published sets of a project, each with a switch that shows its sheets to customers and outside contacts. @useSignals */
export const SharedSets = ({ sets }: { sets: readonly Drawing[] }) => {
  const published = sets.filter(({ state }) => state === 'published')
  if (!published.length) return null
  return (
    <details>
      <summary className={css({ cursor: 'pointer', color: 'muted', fontWeight: 'medium' })}>Published sets</summary>
      <ul className={list} aria-label="Published sets">
        {published.map((set) => (
          <SharedSet key={set.id} set={set} />
        ))}
      </ul>
    </details>
  )
}

const SharedSet = ({ set }: { set: Drawing }) => {
  const { api } = useServices()
  const report = useOutcome()
  const [busy, setBusy] = useState(false)
  async function share(shared: boolean) {
    setBusy(true)
    const result = await api.across(drawings).act(set.id, shared ? 'share' : 'unshare')
    setBusy(false)
    report(result, shared ? 'Guests of this project see these sheets.' : 'Guests do not see these sheets any more.')
  }
  return (
    <li className={row}>
      <span className={css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' })}>
        <b>{set.name}</b>{' '}
        <span className={css({ color: 'muted' })}>{set.received_on && formatDay(set.received_on)}</span>
      </span>
      <Switch value={set.shared_at !== null} disabled={busy} onChange={(on) => void share(on)}>
        Shared with guests
      </Switch>
    </li>
  )
}

const list = css({ display: 'grid', gap: '2', marginTop: '2' })
const row = css({
  display: 'flex',
  flexWrap: 'wrap',
  alignItems: 'center',
  gap: '3',
  padding: '3',
  background: 'card',
  border: '1px solid {colors.line}',
  borderRadius: 'lg',
})
