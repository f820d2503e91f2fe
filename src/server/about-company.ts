import type { Ctx } from './ctx.ts'
import type { BackupTime } from './jobs/daily.ts'
import type { KeptFile } from './sample-tools.ts'

/** The company's logo in the file store, and the name that stands in for it where pictures are not shown. */
export type Logo = Omit<KeptFile, 'image'> & { readonly company: string }

/** What the installation asks about the company. */
export interface AboutCompany {
  /** The logo, a PNG or JPEG: public at `logo_url` in GET /api/app, and at the top of mails. */
  logo(ctx: Ctx): Promise<Logo | null>
  /** From which hour on, in which time zone, the day's backup is made; by default it is 14:00 UTC. */
  backupTime(ctx: Ctx): Promise<BackupTime | null>
  /** The roles whose people must have a passkey or an authenticator app. */
  strictRoles(ctx: Ctx): Promise<readonly string[]>
  /** Facts that are public before sign-in, for GET /api/app. */
  facts(ctx: Ctx): Promise<Record<string, unknown>>
}
