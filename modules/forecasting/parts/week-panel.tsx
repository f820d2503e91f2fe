import { memo } from 'react'
import { css, cx } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import { formatMonthDay, type Day } from '#lib/days.ts'
import { formatNumber } from '#lib/numbers.ts'
import { IconButton, LinkButton } from '#ui/button/button.tsx'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import { licenses } from '../../schedule/entities.ts'
import { hueOf } from '../../schedule/index.ts'
import { supplyOf, type LaborWeek, type partsOf, type Shown, type Unfilled } from './labor.ts'
import { WeekParts } from './week-parts.tsx'

const nouns = {
  journeyman: ['journeyman', 'journeymen'],
  apprentice: ['apprentice', 'apprentices'],
  laborer: ['laborer', 'laborers'],
} as const
const people = (count: number) => (count === 1 ? '1 person' : `${formatNumber(count, 1)} people`)

/** The chosen week: how many people it lacks, and the phases that need them. */
export const WeekPanel = ({
  week,
  parts,
  sold,
  shown,
  at,
  count,
  onChoose,
}: {
  week: LaborWeek
  /** What its figures are made of. */
  parts: ReturnType<typeof partsOf> | null
  /** The same week without what is not sold yet; null while that is left out anyway. */
  sold: LaborWeek | null
  shown: Shown
} & StepsProps) => {
  const { need, available, gap } = supplyOf(week, shown)
  const unfilled = week.unfilled.filter(({ missing }) => shown === 'all' || missing[shown] > 0)
  const less = sold && supplyOf(sold, shown).gap
  return (
    <aside className={panel} aria-label={`Week of ${formatMonthDay(week.start)}`}>
      <header>
        <p>
          Week of {formatMonthDay(week.start)}
          <Steps at={at} count={count} onChoose={onChoose} />
        </p>
        <h2 data-short={gap > 0 || undefined}>{gap > 0 ? `${people(gap)} short` : 'Nobody short'}</h2>
        <p>
          {formatNumber(need, 1)} needed, {formatNumber(available, 1)} available
        </p>
      </header>
      {unfilled.length > 0 ? (
        <ul>
          {unfilled.map((one) => (
            <Phase key={one.id} one={one} week={week.start} shown={shown} />
          ))}
        </ul>
      ) : (
        <p className={none}>Every phase of this week has its people.</p>
      )}
      {parts && <WeekParts {...{ week, parts, shown }} />}
      {less !== null && gap > 0 && (
        <footer>
          {less === 0
            ? 'Without tentative work, nobody short.'
            : `Without tentative work, ${formatNumber(less, 1)} short.`}
        </footer>
      )}
    </aside>
  )
}

interface StepsProps {
  at: number
  count: number
  onChoose: (at: number) => void
}
const Steps = memo(({ at, count, onChoose }: StepsProps) => (
  <span>
    <IconButton
      size="sm"
      icon="chevron-left"
      aria-label="Week before"
      disabled={at === 0}
      onClick={() => onChoose(at - 1)}
    />
    <IconButton
      size="sm"
      icon="chevron-right"
      aria-label="Week after"
      disabled={at === count - 1}
      onClick={() => onChoose(at + 1)}
    />
  </span>
))

/** @useSignals */
const Phase = memo(({ one, week, shown }: { one: Unfilled; week: Day; shown: Shown }) => {
  const { store } = useServices()
  const project = store.of(projects).get(one.project_id)
  const phase = store.of(phases).get(one.phase_id)
  const day = one.start_date > week ? one.start_date : week
  return (
    <li className={cx(card, hueOf(project?.color, one.project_id))}>
      <div>
        <p>
          <b>{project?.number ?? '–'}</b> {project?.name}
        </p>
        <p>
          {phase?.name} · {formatMonthDay(one.start_date)} – {formatMonthDay(one.end_date)}
        </p>
        <p>
          {licenses.map((license) =>
            one.missing[license] > 0 && (shown === 'all' || shown === license) ? (
              <span key={license} data-short="">
                {one.missing[license]} {nouns[license][one.missing[license] === 1 ? 0 : 1]}
              </span>
            ) : null,
          )}
          {one.tentative && <span>tentative</span>}
          {shown === 'all' && <span>{one.days === 1 ? '1 person-day' : `${one.days} person-days`}</span>}
        </p>
      </div>
      <LinkButton
        variant="outline"
        size="sm"
        href={`/schedule?view=board&day=${day}&project=${one.project_id}`}
        aria-label={`Assign people to ${phase?.name ?? 'phase'} of ${project?.number ?? ''}`}
      >
        Assign
      </LinkButton>
    </li>
  )
})

const panel = css({
  display: 'flex',
  flexDirection: 'column',
  layerStyle: 'card',
  overflow: 'hidden',
  alignSelf: 'start',
  '& header': { padding: '4', fontSize: 'sm', color: 'muted', borderBottom: '1px solid {colors.line}' },
  '& header > p:first-child': { display: 'flex', justifyContent: 'space-between', alignItems: 'center' },
  '& h2': { fontSize: 'section', fontWeight: 'section', color: 'ink' },
  '& h2[data-short]': { color: 'conflict' },
  '& footer': { padding: '3.5', fontSize: 'sm', color: 'muted' },
})
const none = css({ padding: '4', fontSize: 'sm', color: 'muted' })
const card = css({
  position: 'relative',
  row: '2',
  paddingBlock: '3',
  paddingInline: '4',
  fontSize: 'sm',
  borderBottom: '1px solid {colors.line}',
  _before: { content: '""', position: 'absolute', insetBlock: '2', left: '0', width: '3px', background: 'var(--hue)' },
  '& > div': { flex: '1', minWidth: '0' },
  '& p:nth-child(2)': { fontSize: 'xs', color: 'muted' },
  '& p:nth-child(3)': { flow: '1', marginTop: '1' },
  '& p:nth-child(3) span': {
    paddingInline: '1.5',
    fontSize: 'xs',
    fontWeight: 'strong',
    background: 'soft',
    borderRadius: 'sm',
  },
  '& [data-short]': { color: 'conflict', background: 'conflict.soft!' },
})
