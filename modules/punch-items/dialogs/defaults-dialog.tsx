import type { ReadonlySignal } from '@preact/signals-react'
import type { Items } from '#core/store/records.ts'
import { useState } from 'react'
import { useOutcome } from '#blocks/failure/use-outcome.ts'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useResource } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Checkbox } from '#ui/checkbox/checkbox.tsx'
import { Dialog } from '#ui/dialog/dialog.tsx'
import { defaultPunchItems, type DefaultPunchItem } from '../../default-punch-items/entities.ts'
import { phases } from '../../phases/entities.ts'
import { punchItems, type PunchItem } from '../entities.ts'

/** Chooses from the default punch items those that a project does not have yet, by phase. @useSignals */
export const DefaultsDialog = ({
  known,
  onClose,
}: {
  known: ReadonlySignal<Items<PunchItem>>
  onClose: () => void
}) => {
  const resource = useResource(punchItems)
  const report = useOutcome()
  const query = useQuery(defaultPunchItems)
  const stages = useRecords(useQuery(phases, { ask: false }).items)
  const [left, setLeft] = useState<ReadonlySet<number>>(new Set())
  const [busy, setBusy] = useState(false)
  const used = new Set(useRecords(known).map((item) => item.default_punch_item_id))
  const offered = useRecords(query.items).filter(({ active, id }) => active && !used.has(id))
  const order = new Map(stages.map(({ id }, at) => [id, at]))
  const groups = [...Map.groupBy(offered, ({ phase_id }) => phase_id)].toSorted(
    ([a], [b]) => (order.get(a ?? 0) ?? -1) - (order.get(b ?? 0) ?? -1),
  )
  const chosen = offered.filter(({ id }) => !left.has(id))
  const toggle = (ids: readonly number[], on: boolean) => {
    const next = new Set(left)
    for (const id of ids) {
      if (on) next.delete(id)
      else next.add(id)
    }
    setLeft(next)
  }
  async function add() {
    setBusy(true)
    const drafts = chosen.map(({ id, title, description, trade, requires_photo }) => ({
      default_punch_item_id: id,
      title,
      description,
      trade,
      requires_photo,
    }))
    const result = await resource.saveMany(drafts)
    setBusy(false)
    if (report(result, `${chosen.length} punch ${chosen.length === 1 ? 'item' : 'items'} added.`)) onClose()
  }
  const nameOf = (phase_id: number | null) => stages.find(({ id }) => id === phase_id)?.name ?? 'Any phase'
  const row = ({ id, title, trade }: DefaultPunchItem) => (
    <li key={id}>
      <Checkbox value={!left.has(id)} onChange={(on) => toggle([id], on)}>
        {title} {trade && <span className={css({ color: 'muted' })}>{trade}</span>}
      </Checkbox>
    </li>
  )
  return (
    <Dialog
      open
      onClose={onClose}
      title="Add defaults"
      main={
        <Button loading={busy} disabled={!chosen.length} onClick={() => void add()}>
          Add {chosen.length}
        </Button>
      }
    >
      {query.state.value === 'never' ? (
        <NotLoaded failure={query.failure.value} retry={query.ask} />
      ) : offered.length ? (
        <div className={css({ stack: '4' })}>
          {groups.map(([phase_id, own]) => {
            const ids = own.map(({ id }) => id)
            const on = ids.filter((id) => !left.has(id)).length
            return (
              <section key={phase_id ?? 'any'} aria-label={nameOf(phase_id)}>
                <Checkbox
                  value={on === ids.length}
                  indeterminate={on > 0 && on < ids.length}
                  onChange={(all) => toggle(ids, all)}
                >
                  <b>{nameOf(phase_id)}</b>
                </Checkbox>
                <ul className={css({ paddingInlineStart: '7' })}>{own.map(row)}</ul>
              </section>
            )
          })}
        </div>
      ) : (
        <p>This project has every default punch item.</p>
      )}
    </Dialog>
  )
}
