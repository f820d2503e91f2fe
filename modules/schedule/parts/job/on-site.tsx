import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { formatTime } from '#lib/moments.ts'
import { Avatar } from '#ui/avatar/avatar.tsx'
import { Card } from '#ui/card/card.tsx'
import { ContactLinks } from '#ui/contact-links/contact-links.tsx'
import type { Project } from '../../../projects/entities.ts'
import { users } from '../../../users/entities.ts'
import { scheduleEvents, type Answer } from '../../entities.ts'
import { useCompanyDays } from '../use-company-days.ts'
import { workOn } from '../work-on.ts'

const answered = (answer: Answer | undefined) =>
  answer?.declined_at ? 'can’t make it' : answer?.confirmed_at ? 'confirmed' : 'not confirmed'

/** Who is planned on a project today, those who lead first. Nothing on days without work. @useSignals */
export default function OnSite({ project }: { project: Project }) {
  const { store } = useServices()
  const today = useToday()
  const { items } = useQuery(scheduleEvents, { filters: { from: today, to: today } })
  const company = useCompanyDays(today, today, items).value
  const crew = useSummary(
    items,
    (events) =>
      workOn(events, today, company)
        .filter(({ project_id }) => project_id === project.id)
        .map(({ user_id, lead, start_time, answers }) => ({
          user_id,
          lead,
          start: start_time,
          answer: answered(answers.find(({ date }) => date === today)),
        }))
        .toSorted((a, b) => Number(b.lead) - Number(a.lead)),
    [today, company, project.id],
  )
  if (!crew.length) return null
  const start = crew.flatMap((one) => one.start ?? []).sort()[0]
  return (
    <Card>
      <div className={head}>
        <h2 className={css({ textStyle: 'section' })}>On site today</h2>
        {start && <b>{formatTime(start)}</b>}
      </div>
      <ul>
        {crew.map(({ user_id, lead, answer }) => {
          const person = store.of(users).get(user_id)
          return (
            <li key={user_id} className={line}>
              <Avatar name={person?.name ?? ''} size="sm" decorative />
              <span className={css({ flex: '1 1 5rem', minWidth: '0' })}>
                <b>{person?.name}</b>
                <span className={css({ display: 'block', textStyle: 'note' })}>
                  {[lead ? 'Lead' : null, answer].filter(Boolean).join(' · ')}
                </span>
              </span>
              <ContactLinks name={person?.name ?? ''} phone={person?.phone_number ?? null} email={null} />
            </li>
          )
        })}
      </ul>
    </Card>
  )
}

const head = css({
  display: 'flex',
  alignItems: 'baseline',
  justifyContent: 'space-between',
  gap: '3',
  marginBottom: '2',
})
const line = css({ wrap: '2.5', minHeight: '12' })
