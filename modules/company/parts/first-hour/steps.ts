import { firstStepOf } from '#blocks/slots.ts'
import { choiceLabel } from '#lib/choice-label.ts'
import { companySettings, zoneName } from '../../entities.ts'

const { time_zone, week_start, payday } = companySettings.fields

/** What the first hour asks about the company's own settings. */
export const nameStep = firstStepOf<typeof companySettings>({
  id: 'company',
  label: 'Company name and logo',
  hint: 'As it stands on PDFs and in mails',
  without: 'the name it has now, and no logo',
  title: 'What is your company called?',
  text: 'Name and logo stand in the bars, on PDFs and in mails.',
  of: { entity: companySettings },
  done: ([company]) => company?.name ?? null,
  body: () => import('./name-step.tsx'),
})
export const zoneStep = firstStepOf<typeof companySettings>({
  id: 'time_zone',
  label: 'Time zone',
  hint: 'Proposed by your browser',
  without: `${zoneName(String(time_zone.fallback))} time`,
  title: 'Where is your office?',
  text: 'Its time zone decides which day “today” is, for hours, daily logs and what is due.',
  of: { entity: companySettings },
  done: ([company], { noted }) =>
    company && (noted || company.time_zone !== time_zone.fallback) ? zoneName(company.time_zone) : null,
  body: () => import('./zone-step.tsx'),
})
export const payStep = firstStepOf<typeof companySettings>({
  id: 'pay_period',
  label: 'Pay period',
  hint: 'First day of the week, payday',
  without: 'weekly from Sunday',
  title: 'When does a week begin, and when is it paid?',
  text: 'Hours are approved, split into overtime and paid by this week.',
  of: { entity: companySettings },
  done: ([company], { noted }) =>
    company && (noted || company.week_start !== week_start.fallback || company.payday !== payday.fallback)
      ? `Weekly from ${choiceLabel(company.week_start)}`
      : null,
  body: () => import('./pay-step.tsx'),
})
