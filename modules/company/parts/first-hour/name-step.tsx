import type { FirstStepProps } from '#blocks/slots.ts'
import { CompanyForm } from './company-form.tsx'
import { LogoCard } from '../logo-card.tsx'

const fields = ['name'] as const
const help = { name: '' }
const check = ({ name }: Readonly<Record<string, unknown>>): Record<string, string[]> =>
  typeof name === 'string' && name.trim() ? {} : { name: ['Name is required'] }

/** What the company is called, and its logo. */
export default function NameStep({ onReady }: FirstStepProps) {
  return (
    <CompanyForm fields={fields} help={help} check={check} onReady={onReady}>
      {({ id }) => <LogoCard id={id} />}
    </CompanyForm>
  )
}
