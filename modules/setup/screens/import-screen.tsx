import { useState } from 'react'
import { lazyDialog } from '#blocks/lazy-dialog/lazy-dialog.tsx'
import { Page } from '#blocks/page/page.tsx'
import { useAsked } from '#blocks/query/use-asked.ts'
import { useReading, useServices } from '#blocks/services/services.tsx'
import { importSteps, type ImportStep } from '#blocks/slots.ts'
import { parentsOf, type Entity } from '#core/entity/entity.ts'
import { css } from '#css/css'
import { formatNumber } from '#lib/numbers.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { Icon } from '#ui/icon/icon.tsx'

const crumbs = <Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: 'Import' }]} />

/** What a company brings along from another system, in the order in which each finds what it refers to (rule import). */
export default function ImportScreen() {
  const { registry, session, settings } = useServices()
  const { features } = settings.value
  const steps = registry.filled(importSteps, session.user.value)
  return (
    <Page title="Import" crumbs={crumbs}>
      <div className={css({ stack: '4', maxWidth: '46rem' })}>
        <p className={css({ color: 'muted' })}>
          Bring along what another system or a spreadsheet has, as CSV files, from top to bottom: a project names its
          customer. You see what each file would add and change before anything is saved
          {features.includes('undo') ? ', and every import can be undone.' : '.'}
        </p>
        <ol className={css({ stack: '3' })}>
          {steps.map((step) => (
            <li key={step.label}>
              <Step step={step} />
            </li>
          ))}
        </ol>
      </div>
    </Page>
  )
}

const Step = ({ step: { entity, label, icon, about, dialog } }: { step: ImportStep }) => {
  const [Dialog] = useState(() => lazyDialog(async () => (await dialog()).default))
  const [open, setOpen] = useState(false)
  return (
    <Card>
      <div className={row}>
        <Icon name={icon} />
        <div className={css({ flex: '1', minWidth: 'min(10rem, 100%)' })}>
          <h2 className={css({ textStyle: 'section' })}>{label}</h2>
          <p className={css({ textStyle: 'note' })}>{about}</p>
        </div>
        {isCounted(entity) && <HowMany entity={entity} />}
        <Button
          variant="outline"
          icon="upload"
          aria-label={`Import ${label.toLowerCase()}`}
          onClick={() => setOpen(true)}
        >
          Import
        </Button>
      </div>
      {open && <Dialog onClose={() => setOpen(false)} />}
    </Card>
  )
}

/** Whether there is one list of all of them, beside those of each project. */
const isCounted = ({ endpoint, root }: Entity) => root !== undefined || !parentsOf(endpoint).length

const HowMany = ({ entity }: { entity: Entity }) => {
  const reading = useReading(entity, entity.root !== undefined)
  const [dependsOn] = useState([entity])
  const { data } = useAsked(() => reading.fetchPage({ page: 1, per_page: 1 }), 'how many there are', dependsOn)
  if (data?.total === undefined) return null
  return <span className={css({ color: 'muted' })}>{`${formatNumber(data.total)} there`}</span>
}

const row = css({ wrap: '3' })
