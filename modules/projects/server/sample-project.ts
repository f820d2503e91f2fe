import type { Id } from '#core/access/access.ts'
import { refuse, type Ctx } from '#server/define-server.ts'
import { companySettings } from '../../company/entities.ts'
import { customers } from '../../customers/entities.ts'
import { users } from '../../users/entities.ts'
import { projects, type Project, type SampleProject } from '../entities.ts'
import { sampleParts } from '../slots.ts'

/** A number of its own, so that the company's first job gets the first one. */
export const SAMPLE_NUMBER = 'SAMPLE'

const companyOf = async ({ all }: Ctx) => (await all(companySettings))[0]

async function current(ctx: Ctx): Promise<Project | null> {
  const id = (await companyOf(ctx))?.sample?.project_id
  return id === undefined ? null : ctx.find(projects, id)
}

/** The sample project and what is in it, by what people added to it too; null where there is none. */
export async function sampleOf(ctx: Ctx): Promise<SampleProject | null> {
  const project = await current(ctx)
  if (!project) return null
  const contents: { count: number; noun: string }[] = []
  for (const { of } of ctx.filled(sampleParts)) {
    const count = await ctx.count(of, { project_id: project.id } as object)
    if (count) contents.push({ count, noun: count === 1 ? of.display.noun : of.display.plural })
  }
  return { id: project.id, title: projects.display.title(project), contents }
}

/** Makes the sample project: a job with its customer, and what modules have on it. */
export async function addSample(ctx: Ctx): Promise<readonly Project[]> {
  await ctx.alone('sample project')
  const company = await companyOf(ctx)
  if (!company || (await current(ctx))) refuse('There is a sample project already.')
  const customer = await ctx.save(customers, { name: 'Sample customer' })
  const project = await ctx.save(projects, {
    customer_id: customer.id,
    name: 'Sample project',
    number: SAMPLE_NUMBER,
    project_users: [{ user_id: ctx.user.id }],
  })
  for (const { add } of ctx.filled(sampleParts)) await add?.(project, ctx)
  await ctx.save(companySettings, { id: company.id, sample: { project_id: project.id, customer_id: customer.id } })
  return [project]
}

/** Takes the sample project out with all that is on it. */
export async function removeSample(ctx: Ctx): Promise<readonly { id: Id }[]> {
  await ctx.alone('sample project')
  const project = await current(ctx)
  if (!project) refuse('There is no sample project.')
  for (const { take } of ctx.filled(sampleParts)) await take?.(project.id, ctx)
  await ctx.remove(projects, project.id)
  return []
}

/** A sample project that is deleted, here or by hand, takes its customer along, unless that has become somebody's. */
export async function forgetSample({ id }: Project, ctx: Ctx): Promise<void> {
  const company = await companyOf(ctx)
  if (company?.sample?.project_id !== id) return
  const { customer_id } = company.sample
  await ctx.save(companySettings, { id: company.id, sample: null })
  const isUsed = (await ctx.exists(projects, { customer_id })) || (await ctx.exists(users, { customer_id }))
  if (!isUsed && (await ctx.find(customers, customer_id))) await ctx.remove(customers, customer_id)
}
