import { slot, type Slot } from '#core/module/slot.ts'
import type { Report } from '#core/report/report.ts'

/** The reports at /reports, in their order; each module registers its own, and its server the question of each. */
export const reports: Slot<Report> = slot('reports')
