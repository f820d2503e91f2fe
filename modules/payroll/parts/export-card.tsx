import { memo, useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Field } from '#ui/field/field.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { Select } from '#ui/select/select.tsx'
import { MappingDialog } from '../dialogs/mapping-dialog.tsx'
import type { ToExport } from '../closing.ts'
import { payrollBatches, payrollMappings, type PayrollMapping } from '../entities.ts'
import { layouts, type Layout } from '../layout.ts'
import { Problems } from './problems.tsx'
import type { Span } from './span-place.ts'
import { useExport } from './use-export.ts'

/** Exports what is ready of the weeks with a chosen mapping, and lists what has to wait and why. @useSignals */
export const ExportCard = memo(({ span, of }: { span: Span; of: ToExport }) => {
  const { store } = useServices()
  const [chosen, setChosen] = useState<Id | null>(null)
  const [open, setOpen] = useState<'edit' | { from: Layout | PayrollMapping } | null>(null)
  const mappings = useRecords(useQuery(payrollMappings).items)
  // The default is the mapping of the last batch.
  const last = useRecords(store.of(payrollBatches).all)[0]?.mapping_id
  const mapping = mappings.find(({ id }) => id === chosen) ?? mappings.find(({ id }) => id === last) ?? mappings.at(0)
  const { busy, send } = useExport(span, mapping?.id)
  const { due, ready, hours, changed, problems } = of
  return (
    <Card className={body}>
      <h2 id="export" className={css({ textStyle: 'section', scrollMarginTop: '16' })}>
        Export
      </h2>
      {due > 0 && (
        <p>
          <b className={css({ textStyle: 'title' })}>{formatHours(hours)} h</b>{' '}
          <span className={css({ textStyle: 'note' })}>
            {weeksText(ready)} approved
            {ready < due && `; ${weeksText(due - ready)} follow in the next batch`}
          </span>
        </p>
      )}
      <Problems problems={problems} />
      <Field label="Mapping">
        <span className={choice}>
          <span className={css({ flex: '1', minWidth: '0' })}>
            <Select
              options={mappings.map(({ id, name }) => ({ value: id, label: name }))}
              value={mapping?.id ?? null}
              onChange={setChosen}
            />
          </span>
          <IconButton
            variant="outline"
            icon="pencil"
            aria-label="Edit mapping"
            disabled={!mapping}
            onClick={() => setOpen('edit')}
          />
          <Menu
            label="Layouts"
            trigger={<IconButton variant="outline" icon="plus" aria-label="Add mapping" />}
            items={[...(mapping ? [mapping] : []), ...layouts].map((from) => ({
              label: 'id' in from ? `Like ${from.name}` : from.name,
              separated: from === layouts[0],
              onSelect: () => setOpen({ from }),
            }))}
          />
        </span>
      </Field>
      <Button
        size="lg"
        icon="download"
        disabled={!ready || !mapping}
        loading={busy}
        onClick={() => void send({ ready_only: true })}
      >
        {exportLabel(ready, due)}
      </Button>
      {changed > 0 && (
        <p className={css({ textStyle: 'note' })}>
          {weeksText(changed)} {changed === 1 ? 'was' : 'were'} exported before: what changed since is exported, not the
          whole week.
        </p>
      )}
      {open && (
        <MappingDialog
          record={open === 'edit' ? mapping : undefined}
          from={open === 'edit' ? undefined : open.from}
          only={mappings.length === 1}
          onClose={() => setOpen(null)}
          onSaved={setChosen}
        />
      )}
    </Card>
  )
})

const weeksText = (count: number) => `${count} ${count === 1 ? 'week' : 'weeks'}`
const exportLabel = (ready: number, due: number) =>
  !due
    ? 'All exported'
    : ready && ready < due
      ? `Export ${ready}, leave ${due - ready} for later`
      : `Export ${weeksText(due)}`

const body = css({ column: '3.5' })
const choice = css({ wrap: '1.5' })
