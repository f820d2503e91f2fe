import { firstStepOf } from '#blocks/slots.ts'
import { projects } from '../../entities.ts'

/** What the first hour asks about projects. */
export const projectStep = firstStepOf<typeof projects>({
  id: 'project',
  label: 'First project',
  hint: 'Number, name, address',
  without: 'no project, so hours can only be shop or office hours',
  title: 'Which job are you on?',
  text: 'Its number is proposed; the customer can be added in the same form. The address decides the state of prevailing wages.',
  // Two, since one may be the sample.
  of: { entity: projects, filters: { status: 'active' }, limit: 2 },
  done: (found, { sample }) => {
    const first = found.find(({ id }) => id !== sample)
    return first ? projects.display.title(first) : null
  },
  body: () => import('./project-step.tsx'),
})
