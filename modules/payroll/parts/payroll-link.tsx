import type { Day } from '#lib/days.ts'
import { LinkButton } from '#ui/button/button.tsx'

/** The link from the week view to where that week is closed. */
export default function PayrollLink({ week }: { week: Day }) {
  return (
    <LinkButton variant="outline" icon="clipboard-check" href={`/payroll?from=${week}`}>
      Close week
    </LinkButton>
  )
}
