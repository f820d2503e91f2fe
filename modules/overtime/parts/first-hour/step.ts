import { firstStepOf } from '#blocks/slots.ts'
import { defaultRules } from '#lib/overtime/rules.ts'
import { overtimeSettings } from '../../entities.ts'

const untouched = JSON.stringify(defaultRules)

/** What the first hour asks about overtime. */
export const overtimeStep = firstStepOf<typeof overtimeSettings>({
  id: 'overtime',
  label: 'Overtime rule',
  hint: 'By the state you work in',
  without: `over ${defaultRules.weekly_limit} hours a week`,
  title: 'Where do your crews work?',
  text: 'On prevailing projects the state decides when an hour becomes overtime. A project says which rule it has.',
  of: { entity: overtimeSettings },
  done: ([setting], { noted }) =>
    setting && (noted || JSON.stringify(setting.rules) !== untouched)
      ? `Over ${setting.rules.weekly_limit} hours a week, by state`
      : null,
  body: () => import('./overtime-step.tsx'),
})
