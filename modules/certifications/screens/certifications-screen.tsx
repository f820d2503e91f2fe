import { useState } from 'react'
import { useLocation } from 'wouter'
import { Facts } from '#blocks/detail/facts.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { Page } from '#blocks/page/page.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import type { WorkListSpec } from '#blocks/work-list/spec.ts'
import { WorkList } from '#blocks/work-list/work-list.tsx'
import { can } from '#core/access/access.ts'
import type { ScreenProps } from '#core/module/define-module.ts'
import { css } from '#css/css'
import { formatDay } from '#lib/days.ts'
import { daysPast } from '#lib/due.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import type { Column } from '#ui/table/column.ts'
import { Scan } from '../../attachments/index.ts'
import { CertificationDialog } from '../dialogs/certification-dialog.tsx'
import { certifications, type Certification } from '../entities.ts'
import { expiryText, soonFrom } from '../parts/labels.ts'

/** @useSignals */
const Until = ({ expires_on }: Certification) => expiryText(expires_on, useToday())

const columns: readonly Column<Certification>[] = [
  { key: 'user_name', header: 'Person', cell: ({ user_name }) => <b>{user_name}</b>, sortable: true, phone: 'title' },
  { key: 'name', header: 'Certification or license', cell: ({ name }) => name, sortable: true, phone: 'sub' },
  { key: 'number', header: 'Number', cell: ({ number }) => number, width: '9rem', phone: 'hidden' },
  {
    key: 'expires_on',
    header: 'Valid',
    cell: (one) => <Until {...one} />,
    sortable: true,
    width: '14rem',
    phone: 'sub',
  },
]

const list: WorkListSpec<typeof certifications> = {
  entity: certifications,
  columns,
  views: [
    { key: 'all', label: 'All', fits: ({ user_active }) => user_active },
    {
      key: 'soon',
      label: 'Expiring',
      fits: ({ user_active, expires_on }, { today }) =>
        user_active && expires_on !== null && expires_on <= soonFrom(today),
      empty: 'Nothing expires within 60 days.',
    },
  ],
  facets: ['user_id', 'name'],
  sort: 'expires_on',
  late: ({ expires_on }, today) => daysPast(expires_on, today),
  csv: {
    file: 'certifications.csv',
    columns: [{ name: 'user_name', header: 'Person' }, { name: 'name' }, { name: 'number' }, { name: 'expires_on' }],
  },
}

const [OWN, SETUP] = ['/certifications', '/setup/certifications']
const crumbs = <Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: 'Certifications' }]} />

/** What the company's people are certified and licensed for, until when, and the scans; or one's own (rule certification). @useSignals */
export default function CertificationsScreen({ params }: ScreenProps<'/certifications/*?'>) {
  const query = useQuery(certifications)
  const [location, navigate] = useLocation()
  const mayEdit = can('edit', 'users')(useServices().session.user.value)
  const path = location.startsWith(SETUP) ? SETUP : OWN
  const [adding, setAdding] = useState(false)
  return (
    <Page title="Certifications" crumbs={path === SETUP && crumbs}>
      <WorkList
        spec={list}
        query={query}
        place="certifications"
        at={{ path, rest: params['*'] ?? '', parents: {} }}
        detail={(one, onGone) => <CertificationCard one={one} mayEdit={mayEdit} onGone={onGone} />}
        add={mayEdit ? { label: 'Add certification', onAdd: () => setAdding(true) } : undefined}
        selectable={false}
        empty="Licenses and certificates of people stand here, with the day on which they expire."
      />
      {adding && (
        <CertificationDialog onClose={() => setAdding(false)} onSaved={({ id }) => navigate(`${path}/${id}`)} />
      )}
    </Page>
  )
}

const CertificationCard = ({ one, mayEdit, onGone }: { one: Certification; mayEdit: boolean; onGone: () => void }) => {
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const close = () => setOpen(null)
  return (
    <Card className={css({ column: '4' })}>
      <div>
        <h2 className={css({ textStyle: 'section', overflowWrap: 'anywhere' })}>{one.name}</h2>
        <p>{one.user_name}</p>
      </div>
      <Facts
        items={[
          { label: 'Number', value: one.number },
          { label: 'Valid until', value: one.expires_on && formatDay(one.expires_on) },
        ]}
      />
      <Scan
        on={{ type: certifications.table, id: one.id }}
        title="Scan"
        noun="scan"
        hint="A scan or a photo of it: PDF, JPEG, PNG or WebP."
        mayEdit={mayEdit}
      />
      {mayEdit && (
        <div className={css({ flow: '2' })}>
          <Button variant="outline" icon="pencil" onClick={() => setOpen('edit')}>
            Edit
          </Button>
          <Button variant="outline" icon="trash-2" onClick={() => setOpen('delete')}>
            Delete
          </Button>
        </div>
      )}
      {open === 'edit' && <CertificationDialog record={one} onClose={close} />}
      {open === 'delete' && <DeleteRecord entity={certifications} record={one} onClose={close} onDeleted={onGone} />}
    </Card>
  )
}
