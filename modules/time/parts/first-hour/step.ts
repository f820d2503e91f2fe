import { firstStepOf } from '#blocks/slots.ts'
import { timeEntries } from '../../entities.ts'

/** What the first hour ends with. */
export const hoursStep = firstStepOf<typeof timeEntries>({
  id: 'hours',
  label: 'First hours',
  hint: 'A crew’s day on the project',
  without: 'crews enter their time when they begin',
  title: 'What did the crew do today?',
  text: 'Hours by person and cost code, as a foreman enters them on the phone.',
  // The newest, of which one may be on the sample project.
  of: { entity: timeEntries, limit: 20 },
  done: (entries, { sample }) =>
    entries.some(({ project_id }) => project_id === null || project_id !== sample) ? 'Hours are coming in' : null,
  body: () => import('./hours-step.tsx'),
})
