import { defineServer, fill, refuse, serve } from '#server/define-server.ts'
import { can } from '#core/access/access.ts'
import { attachments, type Attachment } from '../attachments/entities.ts'
import { replaceEarlier } from '../attachments/guards.ts'
import { companySettings, type SystemStatus } from './entities.ts'
import { logoProblem } from './guards.ts'

const isZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

const pick = ({ name, mime, size, path }: Attachment) => ({ name, mime, size, path })

export default defineServer({
  serve: [
    serve(companySettings, {
      queries: { system: ({ system }): Promise<SystemStatus> => system.status() },
      collectionActions: {
        async retry_jobs({ system }, { ids }) {
          if (!Array.isArray(ids) || !ids.every((id) => Number.isInteger(id)))
            refuse('Say which jobs to try again.', { ids: ['must be a list of ids'] })
          await system.retry(ids)
          return []
        },
      },
      validate: ({ time_zone }) =>
        time_zone !== undefined && !isZone(time_zone)
          ? { time_zone: ['Time zone is not valid. An example is America/Chicago.'] }
          : undefined,
      mayAttach: (_, __, { user }) => can('edit', 'users')(user),
    }),
    fill(
      attachments,
      {},
      {
        async afterSave(file, before, ctx) {
          if (before || file.attachable_type !== companySettings.table) return
          const problem = logoProblem(file)
          if (problem) refuse(problem, { file: [problem] })
          await ctx.save(companySettings, { id: file.attachable_id, logo_id: file.id })
          await replaceEarlier(file, ctx)
        },
        async afterDelete({ id, attachable_type, attachable_id }, ctx) {
          if (attachable_type !== companySettings.table) return
          const company = await ctx.find(companySettings, attachable_id)
          if (company?.logo_id === id) await ctx.save(companySettings, { id: company.id, logo_id: null })
        },
      },
    ),
  ],
  async logo({ find, cached, companyName }) {
    const [company] = await cached(companySettings)
    const file = company?.logo_id ? await find(attachments, company.logo_id) : null
    return file ? { ...pick(file), company: company?.name ?? companyName } : null
  },
  start: async ({ count, save }) => {
    if (!(await count(companySettings))) await save(companySettings, {})
  },
  about: async ({ all }) => {
    const [company] = await all(companySettings)
    return company
      ? {
          ...(company.name && { company_name: company.name }),
          week_start: company.week_start,
          time_zone: company.time_zone,
        }
      : {}
  },
})
