import * as z from 'zod/mini'
import { json } from '#core/entity/fields.ts'
import { isZone } from '#lib/days.ts'
import { defineServer, refuse, serve, withDeleted, type Ctx } from '#server/define-server.ts'
import { attachments, type Attachment } from '../attachments/entities.ts'
import { oneFile } from '../attachments/guards.ts'
import { users } from '../users/entities.ts'
import { companySettings, type CompanySetting, type SystemStatus } from './entities.ts'
import { logoProblem } from './guards.ts'

const pick = ({ name, mime, size, path }: Attachment) => ({ name, mime, size, path })

type Rules = CompanySetting['sign_in_rules']
/** Those who are asked for more than a password and were not before. */
const added = (rules: Rules = [], before: { readonly sign_in_rules: Rules } | null): Rules =>
  rules.filter((holder) => !before?.sign_in_rules.includes(holder))

async function retryJobs({ system }: Ctx, { ids }: Readonly<Record<string, unknown>>) {
  if (!Array.isArray(ids) || !ids.every((id) => Number.isInteger(id)))
    refuse('Say which jobs to try again.', { ids: ['must be a list of ids'] })
  await system.retry(ids)
  return []
}

export default defineServer({
  serve: [
    serve(companySettings, {
      queries: { system: ({ system }): Promise<SystemStatus> => system.status() },
      collectionActions: {
        retry_jobs: { asks: { ids: json(z.array(z.int())) }, run: retryJobs },
        // As a job, like all mail: what is tried is the whole way, and no save waits for a mail server.
        async send_test_mail({ system, companyName, appUrl }) {
          await system.sendTest(`This is the test that you asked for: ${companyName} can send mail.\n\n${appUrl}`)
          return []
        },
        async back_up({ system }) {
          if (!system.backUp) refuse('No place for backups is set. Set BACKUPS on the server.')
          if (!(await system.backUp())) refuse('A backup is being made already.')
          return []
        },
      },
      async validate({ time_zone, sign_in_rules }, before, ctx) {
        if (
          sign_in_rules &&
          added(sign_in_rules, before).length + added(before?.sign_in_rules, { sign_in_rules }).length
        )
          await ctx.accounts.demandConfirmed()
        return time_zone !== undefined && !isZone(time_zone)
          ? { time_zone: ['Time zone is not valid. An example is America/Chicago.'] }
          : undefined
      },
      // Who is asked from now on hears of it at once: browsers ask who is signed in when they lose their connection.
      async afterSave(company, before, ctx) {
        if (!added(company.sign_in_rules, before).length) return
        for (const { id } of await ctx.pick(users, ['id'], { active: true, has_access: true }))
          ctx.accounts.reconnect(id)
      },
    }),
    serve(
      attachments,
      oneFile({
        table: companySettings.table,
        check(file) {
          const problem = logoProblem(file)
          if (problem) refuse(problem, { file: [problem] })
        },
        current: async (id, { find }: Ctx) => (await find(companySettings, id))?.logo_id,
        name: (id, logo_id, { save }) => save(companySettings, { id, logo_id }),
      }),
    ),
  ],
  // Only a company that begins with nobody in it is shown its first hour.
  start: async ({ count, save }) => {
    if (!(await count(companySettings)))
      await save(companySettings, { first_steps: (await count(users, withDeleted)) ? null : {} })
  },
  company: {
    async logo({ find, cached, companyName }) {
      const [company] = await cached(companySettings)
      const file = company?.logo_id ? await find(attachments, company.logo_id) : null
      return file ? { ...pick(file), company: company?.name ?? companyName } : null
    },
    async backupTime({ cached }) {
      const [company] = await cached(companySettings)
      return company ? { hour: company.backup_hour, zone: company.time_zone } : null
    },
    async strictRoles({ cached }) {
      const [company] = await cached(companySettings)
      return company?.sign_in_rules ?? []
    },
    facts: async ({ all }) => {
      const [company] = await all(companySettings)
      return company
        ? {
            ...(company.name && { company_name: company.name }),
            week_start: company.week_start,
            time_zone: company.time_zone,
            ...(company.first_steps && { guided: true }),
          }
        : {}
    },
  },
})
