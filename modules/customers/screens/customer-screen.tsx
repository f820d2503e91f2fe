import { useState } from 'react'
import { useLocation } from 'wouter'
import { Detail } from '#blocks/detail/detail.tsx'
import { Facts } from '#blocks/detail/facts.tsx'
import { DeleteRecord } from '#blocks/entity-form/delete-record.tsx'
import { History } from '#blocks/history/history.tsx'
import { Offered } from '#blocks/offered/offered.tsx'
import { SlotOutlet } from '#blocks/slot-outlet/slot-outlet.tsx'
import { Page } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { css } from '#css/css'
import { can } from '#core/access/access.ts'
import type { ScreenProps } from '#core/module/define-module.ts'
import { formatPhone } from '#lib/phone.ts'
import { Breadcrumb } from '#ui/breadcrumb/breadcrumb.tsx'
import { Button } from '#ui/button/button.tsx'
import { Card } from '#ui/card/card.tsx'
import { useCustomFacts } from '../../custom-fields/index.ts'
import { customerParts } from '../index.ts'
import { CustomerDialog } from '../dialogs/customer-dialog.tsx'
import { customers, type Customer } from '../entities.ts'

const list = { href: '/customers', label: 'Customers' }

/** One customer (rule customer). */
export default function CustomerScreen({ params }: ScreenProps<'/customers/:customer_id'>) {
  return (
    <Detail entity={customers} id={params.customer_id} list={list}>
      {(customer) => <CustomerPage customer={customer} />}
    </Detail>
  )
}

const CustomerPage = ({ customer }: { customer: Customer }) => {
  const { session } = useServices()
  const [, navigate] = useLocation()
  const [open, setOpen] = useState<'edit' | 'delete' | null>(null)
  const user = session.user.value
  const close = () => setOpen(null)
  const { name, email, phone_number } = customer
  const custom = useCustomFacts('customer', customer.custom_field_values)
  return (
    <Page
      title={name}
      crumbs={<Breadcrumb items={[list, { label: name }]} />}
      actions={
        <>
          {can('edit', 'customers')(user) && (
            <Button variant="outline" icon="pencil" onClick={() => setOpen('edit')}>
              Edit
            </Button>
          )}
          {can('delete', 'customers')(user) && (
            <Button variant="outline" icon="trash-2" onClick={() => setOpen('delete')}>
              Delete
            </Button>
          )}
        </>
      }
    >
      <div className={cards}>
        <Card>
          <Facts
            items={[
              {
                label: 'Phone',
                value: phone_number && (
                  <a className={link} href={`tel:+${phone_number}`}>
                    {formatPhone(phone_number)}
                  </a>
                ),
              },
              {
                label: 'Email',
                value: email && (
                  <a className={link} href={`mailto:${email}`}>
                    {email}
                  </a>
                ),
              },
              ...custom,
            ]}
          />
        </Card>
        <SlotOutlet slot={customerParts} props={{ customer }} />
        <Offered entity={customers} verb="history">
          <Card>
            <h2 className={css({ textStyle: 'section' })}>History</h2>
            <History entity={customers} record={customer} />
          </Card>
        </Offered>
      </div>
      {open === 'edit' && <CustomerDialog record={customer} onClose={close} />}
      {open === 'delete' && (
        <DeleteRecord
          entity={customers}
          record={customer}
          onClose={close}
          onDeleted={() => navigate(list.href, { replace: true })}
        />
      )}
    </Page>
  )
}

const cards = css({ stack: '4', maxWidth: '60rem' })
const link = css({ color: 'primary', _hover: { textDecoration: 'underline' } })
