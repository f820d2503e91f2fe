import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { useRecords } from '#blocks/query/use-records.ts'
import { MarkSwitch } from '#blocks/workflow/mark-switch.tsx'
import { css } from '#css/css'
import type { Items } from '#core/store/records.ts'
import { formatDay } from '#lib/days.ts'
import { drawings, type Drawing } from '../../entities.ts'

/** The published sets of a project, each with a switch that shows its sheets to customers and outside contacts. @useSignals */
export const SharedSets = memo(({ items }: { items: ReadonlySignal<Items<Drawing>> }) => {
  const published = useRecords(items).filter(({ state }) => state === 'published')
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
})

const SharedSet = ({ set }: { set: Drawing }) => (
  <li className={row}>
    <span className={css({ flex: '1', minWidth: '0', overflowWrap: 'anywhere' })}>
      <a href={drawings.display.href(set) ?? ''}>
        <b>{set.name}</b>
      </a>{' '}
      <span className={css({ color: 'muted' })}>{set.received_on && formatDay(set.received_on)}</span>
    </span>
    <MarkSwitch entity={drawings} record={set} mark="shared" on="share" off="unshare">
      Shared with guests
    </MarkSwitch>
  </li>
)

const list = css({ stack: '2', marginTop: '2' })
const row = css({ wrap: '3', padding: '3', layerStyle: 'card' })
