import { useState } from 'react'
import { css } from '#css/css'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Reading } from '#core/resource/resource.ts'
import { Button } from '#ui/button/button.tsx'
import type { CsvColumn } from '../csv/csv-file.ts'
import type { List } from './list.ts'

/** Downloads all records that match a list's filters as CSV, including pages that are not loaded. */
export const Export = <E extends Entity>({
  list,
  entity,
  reading,
  file,
  columns,
}: {
  list: List<RecordOf<E>>
  entity: E
  reading: Reading<E>
  file: string
  columns: readonly CsvColumn<RecordOf<E>>[]
}) => {
  const [busy, setBusy] = useState(false)
  async function save() {
    setBusy(true)
    const { filters, ...rest } = list.state.peek()
    const [answer, { downloadCsv }] = await Promise.all([
      reading.fetchAll({ ...rest, ...filters }),
      import('../csv/download-csv.ts'),
    ])
    setBusy(false)
    downloadCsv(file, entity, columns, answer)
  }
  return (
    <span className={css({ display: { base: 'none', md: 'contents' } })}>
      <Button variant="outline" icon="download" loading={busy} onClick={() => void save()}>
        CSV
      </Button>
    </span>
  )
}
