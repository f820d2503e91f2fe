import { css } from '#css/css'
import { useServices } from '#blocks/services/services.tsx'
import { formatNumber } from '#lib/numbers.ts'
import { phases } from '../../phases/entities.ts'
import { projects } from '../../projects/entities.ts'
import { licenses } from '../../schedule/entities.ts'
import { users } from '../../users/entities.ts'
import { licenseNames, supplyOf, type LaborWeek, type License, type partsOf, type Shown } from './labor.ts'

/** What a week's figures are made of, by license: the phases that need people, and the people that there are. @useSignals */
export const WeekParts = ({
  week,
  parts: { needed, present },
  shown,
}: {
  week: LaborWeek
  parts: ReturnType<typeof partsOf>
  shown: Shown
}) => {
  const { store } = useServices()
  const lines = (license: License) => ({
    needed: needed.filter(({ headcount }) => headcount[license] > 0),
    present: present.filter((one) => one.license === license),
  })
  return (
    <details className={details}>
      <summary>What these figures are made of</summary>
      {licenses
        .filter((license) => shown === 'all' || shown === license)
        .map((license) => {
          const { need, available, gap } = supplyOf(week, license)
          const own = lines(license)
          if (!own.needed.length && !own.present.length) return null
          return (
            <section key={license} aria-label={licenseNames[license]}>
              <h3>
                {licenseNames[license]}: {formatNumber(need, 1)} needed − {formatNumber(available, 1)} available
                {gap > 0 ? ` = ${formatNumber(gap, 1)} short` : ''}
              </h3>
              <ul>
                {own.needed.map(({ project_id, phase_id, headcount, tentative }, at) => (
                  <li key={`${project_id} ${phase_id} ${String(at)}`}>
                    <span>
                      {store.of(projects).get(project_id)?.number ?? '–'} {store.of(phases).get(phase_id)?.name}
                      {tentative && ' (tentative)'}
                    </span>
                    <b>{headcount[license]}</b>
                  </li>
                ))}
                {own.present.map(({ user_id, people, away }, at) => (
                  <li key={user_id ?? `hired ${String(at)}`} data-have="">
                    <span>
                      {user_id === null ? 'Hired' : (store.of(users).get(user_id)?.name ?? '–')}
                      {away > 0 && ` (away ${away === 1 ? '1 day' : `${formatNumber(away, 1)} days`})`}
                    </span>
                    <b>−{formatNumber(people, 1)}</b>
                  </li>
                ))}
              </ul>
            </section>
          )
        })}
    </details>
  )
}

const details = css({
  padding: '3.5',
  fontSize: 'sm',
  borderTop: '1px solid {colors.line}',
  '& summary': { cursor: 'pointer', color: 'primary', fontWeight: 'strong', _coarse: { minHeight: 'touch' } },
  '& h3': { fontWeight: 'section', marginTop: '3' },
  '& li': { display: 'flex', justifyContent: 'space-between', gap: '2', paddingBlock: '0.5' },
  '& [data-have]': { color: 'muted' },
})
