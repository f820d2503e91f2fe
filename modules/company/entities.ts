import * as z from 'zod/mini'
import { can, nobody, roles, signedIn } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { address, choice, flag, json, number, ref, text } from '#core/entity/fields.ts'

/** The time zones offered in the form. The API accepts any IANA name. */
export const timeZones = [
  'America/Los_Angeles',
  'America/Denver',
  'America/Phoenix',
  'America/Chicago',
  'America/New_York',
  'America/Anchorage',
  'Pacific/Honolulu',
] as const

/** A zone in words: those of the United States by their city alone. */
export const zoneName = (zone: string): string =>
  (timeZones.some((one) => one === zone) ? zone.replace(/.*\//, '') : zone).replaceAll('_', ' ')

const admins = can('edit', 'users')

/** The groups that a company can require a passkey or an authenticator app of: each role of the team, and guests. */
export const signInHolders = [...roles, 'customer', 'contact'] as const

/** The settings of the whole company. There is always exactly one record. */
export const companySettings = defineEntity('company_setting', {
  endpoint: 'api/company_settings',
  area: 'users',
  access: {
    view: signedIn,
    create: nobody,
    edit: admins,
    delete: nobody,
    system: admins,
    retry_jobs: admins,
    send_test_mail: admins,
    back_up: admins,
  },
  queries: ['system'],
  collectionActions: ['retry_jobs', 'send_test_mail', 'back_up'],
  online: true,
  // Its one attachment is the logo.
  attachable: ['attachment'],
  sort: 'id',
  fields: {
    name: text().optional().help('Replaces the name in the server’s configuration.'),
    week_start: choice('sunday', 'monday').default('sunday').label('Week starts on'),
    time_zone: text().default('America/Los_Angeles').label('Time zone'),
    /** The hour of the company's day from which on its backup is made, where the configuration names a place for it. */
    backup_hour: number({ min: 0, max: 23, decimals: 0 })
      .default(6)
      .label('Daily backup')
      .help('Made where the server’s configuration names a place for backups.'),
    /** What certified payrolls say of the company, and when they are due (rule certified-payroll). */
    address: address().optional(),
    payday: number({ min: 0, max: 60, decimals: 0 })
      .default(6)
      .label('Payday')
      .help('Days from the end of a week to the day it is paid.'),
    /** Who must have a passkey or an authenticator app (rule sign-in-ways). */
    sign_in_rules: json(z.array(z.enum(signInHolders)))
      .default([])
      .readableBy(admins)
      .label('Passkey or authenticator app')
      .help('Who signs in with one of these. Whoever has neither adds one at the next click.'),
    /** Whether people may make a poster of a job's drawings that opens without an account (rule share-link). */
    share_posters: flag()
      .default(false)
      .label('Posters with drawings')
      .help(
        'A code in the trailer opens the current drawings of its job without an account. Without this, such posters end.',
      ),
    /** The attachment that is the logo; the server sets it (rule company-logo). */
    logo_id: ref('attachment', { onDelete: 'keep' }).optional().readonly().label('Logo'),
    /** The sample project and the customer that was made for it, which can be taken out whole (rule sample-project). */
    sample: json(z.object({ project_id: z.number(), customer_id: z.number() }))
      .optional()
      .readonly()
      .readableBy(admins),
    /**
     * What became of the steps of the first hour, as far as records do not tell: skipped, or answered with what was there
     * already. Null for a company that is not shown them (rule first-hour).
     */
    first_steps: json(
      z.record(z.string(), z.enum(['skipped', 'done'], { error: 'must be skipped or done' }), {
        error: 'must be steps by name',
      }),
    )
      .optional()
      .readableBy(admins)
      .label('First steps'),
  },
  display: { icon: 'building-2', title: ({ name }) => name ?? 'Company' },
})
export type CompanySetting = RecordOf<typeof companySettings>

/** The response of GET api/company_settings/system: times are ISO 8601, sizes bytes. */
export interface SystemStatus {
  readonly version: string | null
  readonly engine: 'sqlite' | 'postgres'
  readonly storage: {
    readonly database_bytes: number
    readonly files: number
    readonly files_bytes: number
    readonly previews_bytes: number
  }
  /** The disk of the server's data folder; null where it does not tell, missing from a server of an earlier version. */
  readonly disk?: { readonly free_bytes: number; readonly size_bytes: number } | null
  readonly lanes: readonly {
    readonly lane: 'mail' | 'quick' | 'heavy' | 'outgoing'
    readonly waiting: number
    readonly due_since: string | null
    readonly failed: number
  }[]
  /** Jobs that failed and are not done; `next_at` is null for those that are not tried again by themselves. */
  readonly troubled: readonly {
    readonly id: number
    readonly kind: string
    readonly lane: string
    readonly attempts: number
    readonly error: string
    readonly next_at: string | null
    readonly failed_at: string | null
  }[]
  /** Live connections of the process that answered. */
  readonly connections: number
  readonly mail: {
    readonly sends: boolean
    readonly last_at: string | null
    /** The newest test, and what became of it so far; missing from a server of an earlier version. */
    readonly test?: { readonly at: string; readonly sent_at: string | null; readonly error: string | null } | null
  }
  /** Null where no place for daily backups is set. */
  readonly backups: { readonly last: { readonly at: string } | null; readonly making?: boolean } | null
  /** Of the last 24 hours, by kind of job: what was done, and what was given up. This and what follows is missing from a server of an earlier version. */
  readonly ended?: readonly { readonly kind: string; readonly done: number; readonly failed: number }[]
  /** When the process that answered began. */
  readonly started_at?: string
  /** Those whose sessions go on; of the newest twenty, who they are. */
  readonly signed_in?: {
    readonly people: number
    readonly browsers: number
    readonly newest: readonly { readonly name: string; readonly browsers: number; readonly seen_at: string }[]
  }
  /** The bucket's address, null for a folder, and why it cannot be used. */
  readonly file_store?: { readonly bucket: string | null; readonly problem: string | null }
  readonly push?: boolean
  readonly texts?: boolean
  readonly app_url?: string
  /** The address that limits count the asker by, and the one that a proxy names and the server is not told to believe. */
  readonly way?: { readonly address: string; readonly unbelieved: string | null } | null
  /** When the process that answered took the place of one that ended by itself, and how that one ended. */
  readonly started_again?: { readonly at: string; readonly after: string } | null
  /** Whether the memory of what decodes files is watched; null where nothing decodes any. */
  readonly watches_memory?: boolean | null
}
