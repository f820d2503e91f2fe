import { css, cx } from '#css/css'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { useQuery } from '#blocks/query/use-query.ts'
import { useSummary } from '#blocks/query/use-summary.ts'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import type { Id } from '#core/access/access.ts'
import { dayIn, daysBetween, formatWeekday, isDay } from '#lib/days.ts'
import { deviceZone } from '#lib/moments.ts'
import { formatPhone } from '#lib/phone.ts'
import { LinkButton } from '#ui/button/button.tsx'
import { Card, cardGrid } from '#ui/card/card.tsx'
import { Tag } from '#ui/tag/tag.tsx'
import { projects, type Project } from '../entities.ts'
import { projectNews, type News } from '../index.ts'

/** A guest's part of Home: the news of each of their jobs, and the person to call. @useSignals */
export default function GuestHome() {
  const { items, state, failure, ask } = useQuery(projects, { filters: { status: 'active' } })
  const jobs = useSummary(
    items,
    (all) => all.map(({ id, name, number, guest_contact }) => ({ id, name, number, guest_contact })),
    [],
  )
  if (state.value === 'never') return failure.value && <NotLoaded failure={failure.value} retry={ask} />
  return (
    <div className={cards}>
      {jobs.map((job, at) => (
        <Job key={job.id} job={job} isTold={at < TOLD} />
      ))}
    </div>
  )
}

/** News of so many jobs are asked for, since each kind is a question; further ones are links. */
const TOLD = 5

interface JobProps {
  readonly job: Pick<Project, 'id' | 'name' | 'number' | 'guest_contact'>
  readonly isTold: boolean
}

/** @useSignals */
const Job = ({ job, isTold }: JobProps) => {
  const { registry, session } = useServices()
  const { id, name, number, guest_contact: contact } = job
  const news = isTold ? registry.filled(projectNews, session.user.value, { project_id: id }) : []
  return (
    <Card>
      <section aria-label={name}>
        <p className={css({ textStyle: 'note' })}>{number}</p>
        <h2 className={css({ textStyle: 'section', marginBottom: '2' })}>
          <a href={`/projects/${id}`}>{name}</a>
        </h2>
        <ul className={list}>
          {news.map((one) => (
            <Newest key={one.label} id={id} news={one} />
          ))}
        </ul>
        {isTold && <p className={nothing}>What is shared with you on this job stands here.</p>}
        {contact && (
          <p className={call}>
            <span>
              <span className={css({ textStyle: 'note', display: 'block' })}>Your contact</span>
              <b>{contact.name}</b>
            </span>
            {contact.phone_number && (
              <LinkButton variant="outline" icon="phone" href={`tel:+${contact.phone_number}`}>
                {formatPhone(contact.phone_number)}
              </LinkButton>
            )}
          </p>
        )}
      </section>
    </Card>
  )
}

/** For so many days something is new. */
const NEW = 7

/** The newest record of a kind; nothing where there is none, a dash while that is not known. @useSignals */
const Newest = ({ id, news }: { id: Id; news: News }) => {
  const { settings, store } = useServices()
  const today = useToday()
  const zone = settings.value.time_zone ?? deviceZone
  const { entity, filters } = news
  const of = filters
    ? { filters: filters(id, today), across: entity.root !== undefined }
    : { params: { project_id: id } }
  const { items, state } = useQuery(entity, of)
  const [newest] = useSummary(
    items,
    (all) => {
      const dated = all.flatMap((record) => {
        const at = news.at(record)
        return at === null ? [] : [{ at, day: isDay(at) ? at : dayIn(zone, new Date(at)), record }]
      })
      const sorted = dated.toSorted((a, b) => (a.at < b.at ? -1 : 1))
      const shown = news.coming ? (sorted.find(({ day }) => day >= today) ?? sorted.at(-1)) : sorted.at(-1)
      return shown ? [{ day: shown.day, to: news.to(shown.record), text: news.text(shown.record, store) }] : []
    },
    [news, zone, today, store],
  )
  if (!newest) return state.value === 'never' ? <li className={line}>{news.label} –</li> : null
  const isNew = !news.coming && daysBetween(newest.day, today) < NEW
  return (
    <li>
      <a href={`/projects/${id}/${newest.to}`} className={line}>
        <span className={css({ flex: '1', minWidth: '0' })}>
          <b>{news.label}</b> {isNew && <Tag tone="primary">New</Tag>}
          <span className={text}>{newest.text}</span>
        </span>
        <span className={css({ textStyle: 'note', whiteSpace: 'nowrap' })}>{formatWeekday(newest.day)}</span>
      </a>
    </li>
  )
}

const cards = cx(cardGrid, css({ marginTop: { md: '4' } }))
const list = css({
  '& > li': { borderTop: '1px solid {colors.line}' },
  '&:not(:empty) + p': { display: 'none' },
})
const line = css({ display: 'flex', alignItems: 'baseline', gap: '3', minHeight: 'touch', paddingBlock: '2' })
const text = css({ display: 'block', textStyle: 'small', lineClamp: 2, overflowWrap: 'anywhere' })
const nothing = css({ color: 'muted' })
const call = css({ wrap: '2', justifyContent: 'space-between', paddingTop: '3', borderTop: '1px solid {colors.line}' })
