import { toCsv, type CsvColumn } from '#blocks/csv/csv-file.ts'
import { useServices } from '#blocks/services/services.tsx'
import { choiceLabel } from '#lib/choice-label.ts'
import { downloadText } from '#lib/csv.ts'
import { formatPhone } from '#lib/phone.ts'
import { Button } from '#ui/button/button.tsx'
import { Menu } from '#ui/menu/menu.tsx'
import { users, type User } from '../../users/entities.ts'
import { toVcards } from './vcard.ts'

const csv: readonly CsvColumn<User>[] = [
  { name: 'name' },
  { name: 'role', write: ({ role }) => choiceLabel(role) },
  {
    name: 'company',
    header: 'Company',
    write: ({ customer_name, contact_type_name }) => customer_name ?? contact_type_name,
  },
  { name: 'license' },
  { name: 'phone_number', header: 'Phone', write: ({ phone_number }) => formatPhone(phone_number) },
  { name: 'email' },
]

/** Saves the people that are listed, with what one may read of them. */
export const ExportPeople = ({
  people,
  reads,
}: {
  people: () => readonly User[]
  reads: (name: string) => boolean
}) => {
  const { settings } = useServices()
  const written = csv.filter(({ name }) => reads(name === 'company' ? 'customer_name' : name))
  const asCards = () => toVcards(people(), settings.peek().company_name)
  return (
    <Menu
      label="Export"
      trigger={
        <Button variant="outline" icon="download">
          Export
        </Button>
      }
      items={[
        {
          label: 'CSV',
          icon: 'file-text',
          onSelect: () => downloadText('people.csv', toCsv(users, written, people())),
        },
        {
          label: 'vCard',
          icon: 'contact',
          onSelect: () => downloadText('people.vcf', asCards(), 'text/vcard;charset=utf-8'),
        },
      ]}
    />
  )
}
