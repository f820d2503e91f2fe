import type { FirstStepProps } from '#blocks/slots.ts'
import { CompanyForm } from './company-form.tsx'

const fields = ['week_start', 'payday'] as const

/** From which day on a week counts, and when it is paid. */
export default function PayStep({ onReady }: FirstStepProps) {
  return <CompanyForm fields={fields} onReady={onReady} />
}
