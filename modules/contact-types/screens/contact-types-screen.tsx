import { useComputed } from '@preact/signals-react'
import { useServices } from '#blocks/services/services.tsx'
import { SetupList } from '#blocks/setup-list/setup-list.tsx'
import { css } from '#css/css'
import { users } from '../../users/entities.ts'
import { contactTypes, type ContactType } from '../entities.ts'

/** The contact types with their number of contacts. */
export default function ContactTypesScreen() {
  return (
    <SetupList entity={contactTypes} title="Contact Types">
      {(type) => <Named type={type} />}
    </SetupList>
  )
}

const Named = ({ type }: { type: ContactType }) => {
  const { store } = useServices()
  const all = store.of(users).all
  const used = useComputed(() => all.value.filter((item) => item.value.contact_type_id === type.id).length)
  return (
    <>
      {type.name}
      {used.value > 0 && <span className={count}>{used.value === 1 ? '1 contact' : `${used.value} contacts`}</span>}
    </>
  )
}

const count = css({ marginInlineStart: '2.5', textStyle: 'small', color: 'muted' })
