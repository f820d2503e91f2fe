import { useBusy } from '#blocks/failure/use-busy.ts'
import { memo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { downloadFile } from '#blocks/csv/download-file.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useSteps } from '#blocks/workflow/use-steps.tsx'
import { formatMoment } from '#lib/moments.ts'
import { css } from '#css/css'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { users } from '../../users/entities.ts'
import { payrollBatches, type PayrollBatch } from '../entities.ts'
import { spanText } from './span-place.ts'
import { TieOut } from './tie-out.tsx'
import { addressOf } from './use-export.ts'

/** One batch with its totals and downloads. @useSignals */
export const BatchRow = memo(({ item }: { item: ReadonlySignal<PayrollBatch> }) => {
  const { api, store } = useServices()
  const [busy, during] = useBusy()
  const batch = item.value
  const { id, totals } = batch
  const { steps, asked } = useSteps(payrollBatches, batch)
  const nameOf = (user: number | null) => (user ? store.of(users).get(user)?.name : undefined) ?? 'someone'
  async function download(kind?: string) {
    await during(downloadFile(api.urlOf(addressOf(id, kind))))
  }
  return (
    <div role="listitem" className={line}>
      <span className={words}>
        <span className={head}>
          <b>Batch {id}</b>
          <span>{spanText(batch)}</span>
          {batch.reverses_id !== null && <Tag>Reverses batch {batch.reverses_id}</Tag>}
          {batch.undone_at && <Tag>Undone</Tag>}
          {batch.reversed_at && <Tag>Reversed</Tag>}
        </span>
        <span className={quiet}>
          {nameOf(batch.creator_id)}, {formatMoment(batch.created_at)} · {batch.mapping_name} · {totals.workers}{' '}
          {totals.workers === 1 ? 'worker' : 'workers'}, {totals.rows} rows
        </span>
        {batch.undone_at && (
          <span className={quiet}>
            Undone by {nameOf(batch.undone_id)}, {formatMoment(batch.undone_at)}
          </span>
        )}
        {batch.reversed_at && (
          <span className={quiet}>
            Reversed by {nameOf(batch.reversed_id)}, {formatMoment(batch.reversed_at)}: “{batch.reversed_reason}”
          </span>
        )}
        <TieOut totals={totals} />
      </span>
      {!batch.undone_at && (
        <span className={tools}>
          <Button variant="outline" icon="download" loading={busy} onClick={() => void download()}>
            {batch.head?.format === 'iif' ? 'IIF' : 'CSV'}
          </Button>
          <Menu
            label={`Files of batch ${id}`}
            trigger={<IconButton icon="ellipsis" aria-label={`More of batch ${id}`} />}
            items={[
              {
                label: 'Per worker',
                icon: 'users',
                onSelect: () => void download('by-worker'),
              },
              ...totals.prevailing.map((number) => ({
                label: `Certified ${number}`,
                icon: 'file-text' as const,
                onSelect: () => void download(`certified-${number}`),
              })),
              ...steps.map(({ label, icon = 'circle', danger, take }) => ({
                label,
                icon,
                danger,
                separated: true,
                onSelect: take,
              })),
            ]}
          />
        </span>
      )}
      {asked}
    </div>
  )
})

const line = css({ wrap: '2.5', padding: '3.5', borderBottom: '1px solid {colors.line}', _last: { borderBottom: '0' } })
const words = css({ flex: '1 1 18rem', stack: '0.5', minWidth: '0', justifyItems: 'start' })
const head = css({ display: 'flex', flexWrap: 'wrap', alignItems: 'center', columnGap: '2' })
const quiet = css({ textStyle: 'note' })
const tools = css({ row: '1' })
