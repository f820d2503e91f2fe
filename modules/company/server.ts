import { defineServer, refuse, serve } from '#server/define-server.ts'
import { companySettings, type SystemStatus } from './entities.ts'

const isZone = (name: string): boolean => {
  try {
    return Boolean(new Intl.DateTimeFormat('en-US', { timeZone: name }))
  } catch {
    return false
  }
}

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
    }),
  ],
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
