import type { Id } from '#core/access/access.ts'
import { addDays, startOfWeek, type Day } from '#lib/days.ts'
import { between, not, type Ctx, type Sample } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { projects, type Project } from '../../projects/entities.ts'
import { timeEntries } from '../../time/entities.ts'
import { users } from '../../users/entities.ts'
import { certifiedJobs, certifiedPayrolls, payWeeks, tradeClasses, workerNumbers } from '../entities.ts'
import { readForm } from '../server/read-form.ts'

/** The first and last of the weeks that are paid, counted back from this one; those before the last one are signed. */
const [FIRST, LAST, SIGNED] = [8, 2, 3]
const signature_path = 'M 60 130 L 90 60 L 110 120 L 150 80 L 180 125 L 230 70 L 260 130 L 330 95 L 400 120 L 520 90'
const rates = { electrician: 62.4, apprentice: 37.44, laborer: 41.78 }
const counties: readonly [county: string, factor: number][] = [
  ['Benton', 1],
  ['Franklin', 1],
  ['Umatilla', 0.92],
]
const cents = (value: number) => Math.round(value * 100) / 100
const countyOf = ({ address }: Project) =>
  address?.state === 'OR' ? 'Umatilla' : address?.city === 'Pasco' ? 'Franklin' : 'Benton'

/** Rates, classes, numbers and pay of the people who work under prevailing wages, and their first forms, signed. */
export const sample: Sample = {
  after: ['time'],
  async seed(ctx) {
    const { save, all } = ctx
    const today = await todayOf(ctx)
    const current = startOfWeek(today)
    const [company] = await all(companySettings)
    const address = { line1: '2210 W Clearwater Ave', line2: '', city: 'Kennewick', state: 'WA', postal_code: '99336' }
    if (company) await save(companySettings, { id: company.id, address: { ...address, geotag: null } })
    const of = (rate: number, fringe_plans: number) =>
      counties.map(([county, factor]) => ({
        county,
        starts_on: addDays(current, -400),
        rate: cents(rate * factor),
        fringe_plans,
      }))
    const electrician = await save(tradeClasses, {
      name: 'Electrician',
      class_rates: of(rates.electrician, 24.11),
      class_periods: [40, 50, 60, 70, 80, 90].map((percent, at) => ({ period: at + 1, percent })),
    })
    const laborer = await save(tradeClasses, { name: 'Laborer, group 2', class_rates: of(rates.laborer, 14.2) })
    // Those who work with their tools: the office is on no certified payroll.
    const crew = await all(users, { license: not(null), track_time: true, active: true })
    const late = crew.find(({ email }) => email?.startsWith('nell@'))
    const worked = await all(timeEntries, { type: 'standard', date: between(addDays(current, -7 * FIRST), null) })
    const booked = new Set(worked.map(({ project_id }) => project_id))
    const jobs = (await all(projects, { overtime_rule: 'prevailing', archived_at: null })).filter(({ id }) =>
      booked.has(id),
    )
    for (const [at, { id, license }] of crew.entries())
      await save(workerNumbers, {
        user_id: id,
        last_four: String(1093 + 811 * at),
        program: license === 'apprentice' ? 'WA-0412, registered 2024' : null,
      })
    for (const job of jobs)
      await save(certifiedJobs, {
        project_id: job.id,
        county: countyOf(job),
        contract_number: `PW-${job.number}`,
        wage_decision: 'WA20260031, mod 4',
        job_classes: crew.map(({ id, license }) => ({
          user_id: id,
          trade_class_id: license === 'laborer' ? laborer.id : electrician.id,
          period: license === 'apprentice' ? 3 : null,
        })),
      })
    for (let back = FIRST; back >= LAST; back--) {
      const week_start = addDays(current, -7 * back)
      for (const { id, license } of crew) {
        // In the last of these weeks somebody's pay is not there yet.
        if (back === LAST && id === late?.id) continue
        const rate =
          license === 'laborer' ? rates.laborer : license === 'apprentice' ? rates.apprentice : rates.electrician
        const own = worked.filter(
          ({ user_id, date }) => user_id === id && week_start <= date && date <= addDays(week_start, 6),
        )
        // With some overtime.
        const gross = cents(own.reduce((sum, { hours }) => sum + hours, 0) * rate * 1.12)
        if (gross) await save(payWeeks, { user_id: id, week_start, gross, ...deductionsOf(gross) })
      }
      if (back >= SIGNED) for (const { id } of jobs) await signFirst(id, week_start, today, ctx)
    }
  },
}

function deductionsOf(gross: number) {
  const [fica, withheld, other] = [cents(gross * 0.0765), cents(gross * 0.112), cents(gross * 0.021)]
  return { fica, withheld, other, net: cents(gross - fica - withheld - other) }
}

/** Signs the form of a week in which the job was worked on. */
async function signFirst(project_id: Id, week_start: Day, today: Day, ctx: Ctx) {
  const form = await readForm({ project_id, week_start }, ctx)
  const [office] = await ctx.all(users, { email: 'office@plumbline.test' })
  if (!form?.rows.length || form.missing.length) return
  const { missing: _, ...data } = form
  const signed_on = addDays(week_start, 10)
  await ctx.save(certifiedPayrolls, {
    project_id,
    week_start,
    number: (await ctx.count(certifiedPayrolls, { project_id })) + 1,
    deductions: 'FICA, federal income tax, Washington PFML and WA Cares; “Other” is union dues, authorized in writing.',
    data,
    signed_by: 'Priya Shah',
    signed_title: 'Office manager',
    signature_path,
    signed_id: office?.id ?? null,
    signed_at: signed_on < today ? `${signed_on}T17:42:00.000Z` : ctx.now,
  })
}
