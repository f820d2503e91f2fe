import { useSearch } from 'wouter'
import { NotLoaded } from '#blocks/query/not-loaded.tsx'
import { CompanyLogo } from '#blocks/company-logo/company-logo.tsx'
import { Page } from '#blocks/page/page.tsx'
import { useServices } from '#blocks/services/services.tsx'
import { useToday } from '#blocks/today/today.ts'
import { css } from '#css/css'
import { addDays, daysOfWeek, formatDay, formatWeekday, isDay, startOfWeek } from '#lib/days.ts'
import { formatHours } from '#lib/numbers.ts'
import { Button, LinkButton } from '#ui/button/button.tsx'
import { users } from '../../users/entities.ts'
import { isSigned } from '../guards.ts'
import { WeekSignature } from '../parts/week/week-signature.tsx'
import { useSplit } from '../parts/week/use-split.ts'
import { useWeek } from '../parts/week/use-week.ts'
import { typeLabels } from '../parts/labels.ts'

/** A week on one page to print and sign: days, projects, types, hours and per diem, but no codes (rule basic-timecard). */
export default function BasicTimecardScreen() {
  const { session, settings, store } = useServices()
  const search = new URLSearchParams(useSearch())
  const today = useToday()
  const asked = search.get('week') ?? ''
  const start = startOfWeek(isDay(asked) ? asked : today, settings.value.week_start)
  const me = session.user.value?.id ?? 0
  const user_id = Number(search.get('user')) || me
  const week = useWeek(user_id, start)
  const { totals } = useSplit(week.entries, week.card, start).value
  const entries = week.entries.value
  const back = `/timecard?week=${start}${user_id === me ? '' : `&user=${user_id}`}`
  return (
    <Page
      title={store.of(users).get(user_id)?.name ?? ''}
      sub={`${settings.value.company_name} · week of ${formatDay(start)} to ${formatDay(addDays(start, 6))}`}
      actions={
        <span className={css({ display: 'contents', _print: { display: 'none' } })}>
          <LinkButton variant="outline" icon="arrow-left" href={back}>
            Week
          </LinkButton>
          <Button icon="printer" onClick={() => print()}>
            Print
          </Button>
        </span>
      }
    >
      <CompanyLogo className={logo} />
      {week.state.value === 'never' ? (
        <NotLoaded failure={week.failure.value} retry={week.ask} />
      ) : (
        // Text of twice the size needs more than a phone has: the table scrolls, not the page.
        <div className={css({ overflowX: 'auto' })}>
          <table className={table}>
            <thead>
              <tr>
                <th scope="col">Day</th>
                <th scope="col">Project</th>
                <th scope="col">Type</th>
                <th scope="col">Per diem</th>
                <th scope="col" className={end}>
                  Hours
                </th>
              </tr>
            </thead>
            <tbody>
              {daysOfWeek(start, settings.value.week_start).map((day) => {
                const lines = entries.filter(({ date }) => date === day)
                const cell = (write: (entry: (typeof lines)[number]) => string) =>
                  lines.map((entry) => <div key={entry.id}>{write(entry) || '\u00a0'}</div>)
                return (
                  <tr key={day}>
                    <th scope="row">{formatWeekday(day)}</th>
                    <td>{cell(({ project }) => (project ? `${project.number} ${project.name}` : ''))}</td>
                    <td>{cell(({ type }) => typeLabels[type])}</td>
                    <td>{cell(({ per_diem }) => (per_diem ? 'Yes' : ''))}</td>
                    <td className={end}>{cell(({ hours }) => formatHours(hours))}</td>
                  </tr>
                )
              })}
            </tbody>
            <tfoot>
              <tr>
                <th scope="row">Total</th>
                <td colSpan={3}>
                  Regular {formatHours(totals.regular)} · Overtime {formatHours(totals.overtime)} · Double{' '}
                  {formatHours(totals.double)} · Vacation {formatHours(totals.vacation)} · Per diem{' '}
                  {totals.per_diem_days}
                </td>
                <td className={end}>{formatHours(totals.worked + totals.vacation)}</td>
              </tr>
            </tfoot>
          </table>
        </div>
      )}
      <WeekSignature card={week.card.value} />
      {!isSigned(week.card.value) && <p className={signature}>Signature</p>}
    </Page>
  )
}

const logo = css({ maxHeight: '12', maxWidth: '12rem', marginBottom: '3' })
const end = css({ textAlign: 'end!' })
const table = css({
  width: 'full',
  maxWidth: '56rem',
  background: 'card',
  border: '1px solid {colors.line}',
  borderCollapse: 'collapse',
  '& th, & td': {
    padding: { base: '1.5', sm: '2.5' },
    textAlign: 'start',
    verticalAlign: 'top',
    borderBottom: '1px solid {colors.line}',
  },
  '& th': { fontWeight: 'strong' },
  '& thead th': { textStyle: 'caption', color: 'muted' },
})
const signature = css({
  marginTop: '14',
  maxWidth: '20rem',
  paddingTop: '1',
  borderTop: '1px solid {colors.ink}',
  textStyle: 'note',
})
