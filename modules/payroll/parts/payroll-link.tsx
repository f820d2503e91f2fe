import type { Day } from '#lib/days.ts'
import { LinkButton } from '#ui/button/button.tsx'

/** The link from the week view to the export of that week. */
export default function PayrollLink({ week }: { week: Day }) {
  return (
    <LinkButton variant="outline" icon="download" href={`/payroll?from=${week}`}>
      Payroll
    </LinkButton>
  )
}
