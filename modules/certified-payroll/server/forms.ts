import type { DraftOf } from '#core/entity/entity.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { addDays, isDay, startOfWeek, type Day } from '#lib/days.ts'
import { refuse, type Ctx, type WrittenFile } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { todayOf } from '../../company/guards.ts'
import { projects } from '../../projects/entities.ts'
import { formCsv } from '../csv.ts'
import { certifiedPayrolls, titleOf, type CertifiedPayroll } from '../entities.ts'
import { deductionsOf, type Form } from '../form.ts'
import { readForm } from './read-form.ts'

type Draft = DraftOf<typeof certifiedPayrolls>
type Before = CertifiedPayroll | null

/** Whether a week is named by its first day, as the company has them; by another it would be found by no form. */
export async function isFirstDay(draft: { week_start?: Day }, _: unknown, ctx: Ctx): Promise<FieldErrors> {
  const { week_start = '' } = draft
  const [company] = await ctx.cached(companySettings)
  const isWrong = isDay(week_start) && startOfWeek(week_start, company?.week_start) !== week_start
  return isWrong ? { week_start: ['Week must be its first day.'] } : {}
}

/** A form is for a week that is over, of a job with prevailing wages. */
export async function formErrors(draft: Draft, before: Before, ctx: Ctx): Promise<FieldErrors> {
  if (before) return {}
  const { project_id = 0, week_start = '' } = draft
  const project = await ctx.find(projects, project_id)
  if (project?.overtime_rule !== 'prevailing') return { project_id: ['This job pays no prevailing wages.'] }
  if (addDays(week_start, 6) >= (await todayOf(ctx))) return { week_start: ['This week is not over yet.'] }
  return isFirstDay(draft, before, ctx)
}

/** Numbers a new form: the next of its job, or for a week that has a signed one the same, amended. */
export async function numbered(draft: Draft, before: Before, ctx: Ctx): Promise<Partial<CertifiedPayroll>> {
  if (before) return { project_id: before.project_id, week_start: before.week_start }
  const { project_id = 0, week_start = '' } = draft
  await ctx.alone('certified payrolls', [String(project_id)])
  if (!isDay(week_start)) return {}
  const forms = await ctx.pick(certifiedPayrolls, ['number', 'amendment', 'week_start', 'signed_at'], { project_id })
  const same = forms.filter((form) => form.week_start === week_start)
  if (same.some(({ signed_at }) => !signed_at)) refuse('This week has a form that is not signed yet.')
  if (!same.length) return { number: Math.max(0, ...forms.map(({ number }) => number)) + 1, amendment: 0 }
  if (!(await readForm({ project_id, week_start }, ctx))?.changes.length)
    refuse('Nothing changed since this form was signed.')
  return { number: same[0]?.number ?? 1, amendment: same.length }
}

/**
 * Keeps what is signed: the form as it is at this moment.
 * @throws Refusal 422 while it lacks something
 */
export async function sign(form: CertifiedPayroll, ctx: Ctx): Promise<CertifiedPayroll> {
  // Neither hours nor pay change until it is saved.
  await ctx.alone('time')
  const now = await readForm(form, ctx)
  if (!now) return refuse('This job is gone.')
  const { missing, ...data } = now
  const [first, ...others] = missing
  if (first) refuse(`${first.text}${others.length ? `, and ${others.length} more` : ''}. Mend this first.`)
  const isDeducted = data.rows.some(({ pay }) => pay && deductionsOf(pay))
  if (isDeducted && !form.deductions) refuse('Say in the statement what was deducted.')
  return { ...form, data }
}

/** The answer of GET api/certified_payrolls/form. */
export async function form(ctx: Ctx, { project_id, week_start = '' }: Record<string, string>): Promise<Form> {
  if (!isDay(week_start)) refuse('Week must be a date.', { week_start: ['Week must be a date.'] })
  const found = await readForm({ project_id: Number(project_id), week_start }, ctx)
  return found ?? refuse('Choose a job.', { project_id: ['Project is invalid.'] })
}

/** A form's data as CSV: what was signed, or as it would be now. */
export async function fileOf(record: CertifiedPayroll, ctx: Ctx): Promise<WrittenFile | null> {
  const data = record.data ?? (await readForm(record, ctx))
  if (!data) return null
  const name = `certified-payroll-${data.project_number}-${titleOf(record)}${record.signed_at ? '' : '-DRAFT'}`
  return { name: `${name.replaceAll(/[^\w.-]+/g, '_')}.csv`, text: formCsv(data, record) }
}
