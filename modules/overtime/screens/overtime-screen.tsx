import { useState } from 'react'
import { useLocation, useSearch } from 'wouter'
import { History } from '#blocks/history/history.tsx'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { AddStateDialog } from '../dialogs/add-state-dialog.tsx'
import { AgreementDialog } from '../dialogs/agreement-dialog.tsx'
import { StateRulesDialog } from '../dialogs/state-rules-dialog.tsx'
import { WeekRulesDialog } from '../dialogs/week-rules-dialog.tsx'
import { overtimeSettings, rulesOf, workScheduleAgreements } from '../entities.ts'
import { Agreements } from '../parts/agreements.tsx'
import type { Place } from '../parts/place.ts'
import { StateCards, WeekCard } from '../parts/rules-cards.tsx'

const HERE = '/setup/overtime'
const crumbs = <Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: 'Overtime' }]} />

/** The overtime rules and the agreements to four ten-hour days. */
export default function OvertimeScreen() {
  const { store } = useServices()
  const settings = useQuery(overtimeSettings)
  const [, navigate] = useLocation()
  const asked = Number(new URLSearchParams(useSearch()).get('agreement'))
  const [open, setOpen] = useState<'week' | 'add' | 'state' | { place: Place } | null>(null)
  const [setting] = useRecords(settings.items)
  const agreement = asked ? store.of(workScheduleAgreements).get(asked) : undefined
  const close = () => setOpen(null)
  const add = () => setOpen('add')
  const failure = settings.failure.value
  if (!setting && failure)
    return (
      <Page title="Overtime" crumbs={crumbs}>
        <NotLoaded failure={failure} retry={settings.ask} />
      </Page>
    )
  return (
    <Page title="Overtime" crumbs={crumbs} loading={!setting} add={setting && { label: 'Add agreement', onAdd: add }}>
      {setting && (
        <div className={body}>
          <section className={section}>
            <h2 className={heading}>All projects</h2>
            <WeekCard setting={setting} onEdit={() => setOpen('week')} />
          </section>
          <section className={section}>
            <div className={line}>
              <h2 className={heading}>Prevailing projects</h2>
              <Button variant="outline" icon="plus" onClick={() => setOpen('state')}>
                Add state
              </Button>
            </div>
            <StateCards setting={setting} onEdit={(place) => setOpen({ place })} />
          </section>
          <section className={section}>
            <h2 className={heading}>Agreements to four ten-hour days</h2>
            <Agreements onAdd={add} />
          </section>
          <Card>
            <h2 className={heading}>History of the rules</h2>
            <History entity={overtimeSettings} record={setting} />
          </Card>
        </div>
      )}
      {setting && open === 'week' && <WeekRulesDialog setting={setting} onClose={close} />}
      {setting && typeof open === 'object' && open && (
        <StateRulesDialog setting={setting} place={open.place} onClose={close} />
      )}
      {setting && open === 'state' && <AddStateDialog setting={setting} onClose={close} />}
      {open === 'add' && <AgreementDialog rules={rulesOf(setting)} onClose={close} />}
      {agreement && (
        <AgreementDialog
          key={agreement.id}
          record={agreement}
          rules={rulesOf(setting)}
          onClose={() => navigate(HERE, { replace: true })}
        />
      )}
    </Page>
  )
}

const body = css({ column: '6', maxWidth: '72rem' })
const section = css({ stack: '3', minWidth: '0' })
const line = css({ wrap: '3', justifyContent: 'space-between' })
const heading = css({ textStyle: 'section' })
