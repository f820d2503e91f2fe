import { defineServer, serve } from '#server/define-server.ts'
import { companySettings } from './entities.ts'

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
