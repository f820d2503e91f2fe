import { useState } from 'react'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import type { Id } from '#core/access/access.ts'
import { Button, IconButton } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Field } from '#ui/field/field.tsx'
import { Icon } from '#ui/icon/icon.tsx'
import { Select } from '#ui/select/select.tsx'
import { ExportAgainDialog } from '../dialogs/export-again-dialog.tsx'
import { MappingDialog } from '../dialogs/mapping-dialog.tsx'
import { payrollBatches, payrollMappings } from '../entities.ts'
import { blocking } from '../guards.ts'
import { sageColumns } from '../layout.ts'
import type { PayrollWeek } from '../rows.ts'
import type { Span } from './span-place.ts'
import { useExport } from './use-export.ts'

/** Exports the weeks with a chosen mapping, or lists what prevents it. @useSignals */
export const ExportCard = ({ span, weeks }: { span: Span; weeks: readonly PayrollWeek[] }) => {
  const { store } = useServices()
  const [chosen, setChosen] = useState<Id | null>(null)
  const [open, setOpen] = useState<'add' | 'edit' | 'again' | null>(null)
  const mappings = useQuery(payrollMappings).items.value.map((item) => item.value)
  // The default is the mapping of the last batch.
  const last = store.of(payrollBatches).all.value[0]?.value.mapping_id
  const mapping = mappings.find(({ id }) => id === chosen) ?? mappings.find(({ id }) => id === last) ?? mappings.at(0)
  const { busy, send } = useExport(span, mapping?.id)
  const fresh = weeks.filter(({ batch_id }) => batch_id === null)
  const problems = Object.values(blocking(fresh.length ? fresh : weeks)).flat()
  const close = () => setOpen(null)
  const count = fresh.length || weeks.length
  return (
    <Card className={body}>
      <h2 className={css({ textStyle: 'section' })}>Export</h2>
      {problems.length > 0 && (
        <div role="status" className={blocked}>
          <Icon name="triangle-alert" size="sm" />
          <ul>
            {problems.map((text) => (
              <li key={text}>{text}</li>
            ))}
          </ul>
        </div>
      )}
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
          <IconButton variant="outline" icon="plus" aria-label="Add mapping" onClick={() => setOpen('add')} />
        </span>
      </Field>
      <Button
        size="lg"
        variant={fresh.length ? 'solid' : 'outline'}
        icon="download"
        disabled={problems.length > 0 || !mapping}
        loading={busy}
        onClick={() => (fresh.length === weeks.length ? void send() : setOpen('again'))}
      >
        {fresh.length ? `Export ${count} ${count === 1 ? 'week' : 'weeks'}` : 'Export again'}
      </Button>
      {open === 'again' && (
        <ExportAgainDialog
          weeks={weeks}
          loading={busy}
          onClose={close}
          onNew={() => void send({ new_only: true }).then(close)}
          onAll={() => void send({ duplicate: true }).then(close)}
        />
      )}
      {(open === 'add' || open === 'edit') && (
        <MappingDialog
          record={open === 'edit' ? mapping : undefined}
          columns={mapping?.columns ?? sageColumns}
          only={mappings.length === 1}
          onClose={close}
          onSaved={setChosen}
        />
      )}
    </Card>
  )
}

const body = css({ display: 'grid', gap: '3.5' })
const choice = css({ display: 'flex', gap: '1.5', alignItems: 'center' })
const blocked = css({
  display: 'flex',
  gap: '2',
  padding: '3',
  borderRadius: 'md',
  background: 'attention.soft',
  color: 'attention',
  fontWeight: 'medium',
  overflowWrap: 'anywhere',
  '& > svg': { flex: 'none', marginTop: '0.5' },
})
