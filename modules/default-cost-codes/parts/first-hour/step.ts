import { firstStepOf } from '#blocks/slots.ts'
import { defaultCostCodes } from '../../entities.ts'

/** What the first hour asks about cost codes. */
export const codesStep = firstStepOf<typeof defaultCostCodes>({
  id: 'cost_codes',
  label: 'Cost codes',
  hint: 'Start from a list or your own',
  without: 'no codes, which hours on a project need',
  title: 'What do you book hours on?',
  text: 'Cost codes say what hours went into. These are the company’s own; each project gets a copy of those it needs.',
  of: { entity: defaultCostCodes },
  done: (codes) => (codes.length ? (codes.length === 1 ? '1 code' : `${codes.length} codes`) : null),
  body: () => import('./codes-step.tsx'),
})
