import type { Day } from '#lib/days.ts'
import { LinkButton } from '#ui/button/button.tsx'

/** From everyone's week to its export. */
export default function PayrollLink({ week }: { week: Day }) {
  return (
    <LinkButton variant="outline" icon="download" href={`/payroll?from=${week}`}>
      Payroll
    </LinkButton>
  )
}
