import { lazy } from 'react'
import type { Narrowing } from '#blocks/work-list/spec.ts'

const load = () => import('./narrowing-inputs.tsx')

/** The filters of the list of projects besides its status. */
export const narrowing: readonly Narrowing[] = [
  'customer_id',
  { name: 'phase_id', input: lazy(async () => ({ default: (await load()).PhaseChoice })) },
  { name: 'user_id', label: 'Person', input: lazy(async () => ({ default: (await load()).PersonChoice })) },
]
