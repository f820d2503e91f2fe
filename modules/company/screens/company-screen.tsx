import { useState } from 'react'
import { Facts } from '#blocks/detail/facts.tsx'
import { EntityDialog } from '#blocks/entity-form/entity-dialog.tsx'
import type { InputProps } from '#blocks/entity-form/field-input.tsx'
import { History } from '#blocks/history/history.tsx'
import { Page } from '#blocks/page/page.tsx'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useRecords } from '#blocks/query/use-records.ts'
import { useServices } from '#blocks/services/services.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { sampleProject } from '#blocks/slots.ts'
import { css } from '#css/css'
import { formatAddress } from '#lib/address.ts'
import { formatTime } from '#lib/moments.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { choiceLabel, choiceOptions } from '#lib/choice-label.ts'
import { MultiSelect } from '#ui/multi-select/multi-select.tsx'
import { Select } from '#ui/select/select.tsx'
import { companySettings, signInHolders } from '../entities.ts'
import { LogoCard } from '../parts/logo-card.tsx'
import { ZoneInput } from '../parts/zone-input.tsx'

const crumbs = <Breadcrumb items={[{ label: 'Setup', href: '/setup' }, { label: 'Company' }]} />
const hours = Array.from({ length: 24 }, (_, value) => ({ value, label: formatTime(`${value}:00`) }))

const HourInput = ({ value, onChange, ...props }: InputProps) => (
  <Select {...props} options={hours} value={typeof value === 'number' ? value : null} onChange={onChange} />
)

const holders = choiceOptions(signInHolders)
const HoldersInput = ({ value, onChange, ...props }: InputProps) => (
  <MultiSelect {...props} options={holders} value={Array.isArray(value) ? value.map(String) : []} onChange={onChange} />
)

/** The company's settings and their history. */
export default function CompanyScreen() {
  const { settings } = useServices()
  const { items, failure, ask } = useQuery(companySettings)
  const [editing, setEditing] = useState(false)
  const [company] = useRecords(items)
  return (
    <Page
      title="Company"
      crumbs={crumbs}
      loading={!company && !failure.value}
      actions={
        <>
          {company?.sample && <SlotOutlet slot={sampleProject} props={{}} />}
          <Button variant="outline" icon="pencil" disabled={!company} onClick={() => setEditing(true)}>
            Edit
          </Button>
        </>
      }
    >
      {!company && failure.value && <NotLoaded failure={failure.value} retry={ask} />}
      {company && (
        <div className={css({ stack: '4', maxWidth: '46rem' })}>
          <Card>
            <Facts
              items={[
                { label: 'Name', value: company.name ?? settings.value.company_name },
                { label: 'Week starts on', value: company.week_start === 'monday' ? 'Monday' : 'Sunday' },
                { label: 'Time zone', value: company.time_zone },
                { label: 'Address', value: company.address && formatAddress(company.address) },
                {
                  label: 'Payday',
                  value: `${company.payday} ${company.payday === 1 ? 'day' : 'days'} after the week`,
                },
                ...('sign_in_rules' in company
                  ? [
                      {
                        label: 'Passkey or authenticator app',
                        value: company.sign_in_rules.map(choiceLabel).join(', ') || 'Nobody has to have one',
                      },
                    ]
                  : []),
                ...('share_posters' in company
                  ? [{ label: 'Posters with drawings', value: company.share_posters ? 'Allowed' : 'Not allowed' }]
                  : []),
                { label: 'Daily backup', value: `From ${formatTime(`${company.backup_hour}:00`)}` },
              ]}
            />
          </Card>
          <LogoCard id={company.id} />
          <Card>
            <h2 className={css({ textStyle: 'section' })}>History</h2>
            <History entity={companySettings} record={company} />
          </Card>
        </div>
      )}
      {editing && company && (
        <EntityDialog
          entity={companySettings}
          record={company}
          title="Edit Company"
          fields={[
            ...(['name', 'address', 'week_start', 'payday', 'time_zone', 'backup_hour'] as const),
            ...('sign_in_rules' in company ? (['sign_in_rules'] as const) : []),
            ...('share_posters' in company ? (['share_posters'] as const) : []),
          ]}
          inputs={{
            time_zone: (props) => <ZoneInput {...props} />,
            backup_hour: (props) => <HourInput {...props} />,
            sign_in_rules: (props) => <HoldersInput {...props} />,
          }}
          onClose={() => setEditing(false)}
        />
      )}
    </Page>
  )
}
