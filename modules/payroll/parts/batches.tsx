import { useEffect, useMemo } from 'react'
import type { ReadonlySignal } from '@preact/signals-react'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { createList } from '#blocks/list-page/create-list.ts'
import { useResource, useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'

import { EmptyState } from '#ui/states/states.tsx'
import { payrollBatches, type PayrollBatch } from '../entities.ts'
import { BatchRow } from './batch-row.tsx'

/** All batches, newest first. */
export const Batches = () => {
  const { store, retries } = useServices()
  const resource = useResource(payrollBatches)
  const list = useMemo(
    () =>
      createList({
        entity: payrollBatches,
        collection: store.of(payrollBatches),
        fetchPage: resource.fetchPage,
        key: 'payroll_batches',
        filters: {},
        missed: store.missedOf(payrollBatches),
        retries,
      }),
    [store, retries, resource],
  )
  useEffect(() => list.start(), [list])
  const rows: readonly ReadonlySignal<PayrollBatch>[] = list.rows.value
  const total = list.total.value ?? 0
  return (
    <section className={section}>
      <h2 className={css({ textStyle: 'section' })}>Batches</h2>
      {list.known.value === 'never' && !rows.length && <NotLoaded failure={list.failure.value} retry={list.refresh} />}
      {list.known.value !== 'never' && !rows.length && (
        <EmptyState title="No batches yet.">Exports appear here and can be downloaded again.</EmptyState>
      )}
      {rows.length > 0 && (
        <Card flush role="list" aria-label="Batches">
          {rows.map((batch) => (
            <BatchRow key={batch.peek().id} item={batch} />
          ))}
        </Card>
      )}
      {total > rows.length && rows.length > 0 && (
        <Button variant="outline" className={css({ justifySelf: 'start' })} onClick={list.more}>
          Older batches
        </Button>
      )}
    </section>
  )
}

const section = css({ stack: '3', minWidth: '0' })
