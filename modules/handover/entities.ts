import * as z from 'zod/mini'
import { can, every, nobody, staff } from '#core/access/access.ts'
import { defineEntity, type RecordOf } from '#core/entity/entity.ts'
import { choice, instant, json, number, ref, related, text } from '#core/entity/fields.ts'
import { fileFields } from '#core/entity/files.ts'
import { reachesAll } from '#lib/abilities.ts'

/** Who has packages of jobs made: staff who see them, and those of their tokens that read everything, as packages do. */
export const handsOver = every(
  staff,
  can('view', 'projects'),
  (user) => !user?.token || reachesAll(user.token.abilities, 'read'),
)

/** The largest logo, as characters of a data URL. */
export const MOST_LOGO = 400_000
const picture = z
  .string({ error: 'must be a picture' })
  .check(
    z.maxLength(MOST_LOGO, 'must be a picture of at most 300 KB'),
    z.regex(/^data:image\/(?:png|jpeg);base64,[A-Za-z0-9+/]+=*$/, 'must be a PNG or JPEG picture'),
  )
const keys = z.array(z.string().check(z.maxLength(40))).check(z.maxLength(40))

/** A job as a zip of all that whoever asked for it may see, for the closeout (rule handover). Only that person sees it. */
export const handovers = defineEntity('handover', {
  endpoint: 'api/projects/{project_id}/handovers',
  root: 'api/handovers',
  area: 'projects',
  access: { view: handsOver, create: handsOver, edit: nobody, delete: handsOver, retry: handsOver },
  sort: '-created_at',
  online: true,
  offline: false,
  undo: false,
  fields: {
    project_id: ref('project', { onDelete: 'cascade' }),
    /** What its cover says. */
    title: text(),
    /** Which parts are in it, by their keys; null for all. */
    parts: json(keys).optional(),
    /** The customer's logo for the cover, as a data URL. */
    logo: json(picture).optional().readableBy(nobody),
    ...fileFields(),
    // There is no file until it is made.
    name: text().optional().readonly(),
    mime: text().default('application/zip').readonly(),
    size: number({ decimals: 0, min: 0 }).optional().readonly(),
    path: text().optional().readonly().readableBy(nobody),
    state: choice('waiting', 'making', 'ready', 'failed').default('waiting').readonly(),
    /** Why it could not be made, as a sentence. */
    error: text().optional().readonly(),
    /** How many of its records are in it already. */
    done: number({ decimals: 0, min: 0 }).default(0).readonly(),
    total: number({ decimals: 0, min: 0 }).optional().readonly(),
    made_at: instant().optional().readonly(),
  },
  queries: ['choices'],
  computed: { user_name: related('user_id', 'name') },
  effects: { retry: () => ({ error: null, done: 0, total: null }) },
  workflow: {
    states: {
      waiting: { label: 'Waiting', is: { state: 'waiting' } },
      making: { label: 'Being made', tone: 'primary', is: { state: 'making' } },
      ready: { label: 'Ready', tone: 'done', is: { state: 'ready' } },
      failed: { label: 'Not made', tone: 'attention', is: { state: 'failed' } },
    },
    steps: {
      retry: {
        from: ['failed'],
        to: 'waiting',
        taken: ['making', 'ready'],
        label: 'Try again',
        icon: 'rotate-cw',
        done: 'The package is being made.',
      },
    },
  },
  display: {
    noun: 'closeout package',
    icon: 'download',
    title: ({ title }) => title,
    href: ({ project_id }) => `/projects/${project_id}`,
  },
})
export type Handover = RecordOf<typeof handovers>

/** A line of GET …/handovers/choices: what can be in a package. */
export interface Choice {
  readonly key: string
  readonly label: string
}
