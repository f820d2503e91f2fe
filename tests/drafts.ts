import { parentsOf, pathOf, type Entity } from '#core/entity/entity.ts'
import type { Field, Fields } from '#core/entity/field.ts'
import type { App } from '#server/app.ts'
import { runningClock } from './clock/clock.ts'
import type { Client } from './harness.ts'

/** Texts that must name something of the app, and days that must be ahead. */
const named: Readonly<Record<string, string>> = {
  'report_mail.report': 'job-cost',
  'webhook.url': 'https://hooks.example/in',
  'access_token.expires_on': runningClock.day(30),
  'notification_setting.time_zone': 'America/Chicago',
}

/** Creates valid drafts of any entity from its description, with the first existing records as parents. */
export function createDrafts(app: Pick<App, 'services'>, admin: Client) {
  let count = 0
  const entityNamed = (name: string | undefined) => app.services.catalog.entity(name ?? '')
  const firstOf = async (entity: Entity): Promise<number> => (await admin.get(await pathTo(entity))).data[0].id

  /** The endpoint of an entity; for nested ones, below the first existing record of each parent. */
  async function pathTo(entity: Entity): Promise<string> {
    const fields: Fields = entity.fields
    const parents: Record<string, number> = {}
    for (const name of parentsOf(entity.endpoint))
      parents[name] = await firstOf(entityNamed(fields[name]?.facts.ref?.entity))
    return `/${pathOf(entity.endpoint, parents)}`
  }

  async function valueFor({ kind, facts }: Field<unknown>): Promise<unknown> {
    count++
    switch (kind) {
      case 'number':
        return count
      case 'flag':
        return true
      case 'choice':
        return facts.choices?.[0]
      case 'date':
        // Before everything that the sample company has done, and paid, on whatever day it is.
        return new Date(Date.UTC(2020, 0, count)).toISOString().slice(0, 10)
      case 'color':
        return '#123456'
      case 'email':
        return `person${count}@made.example`
      case 'phone':
        return '5095550100'
      case 'ref':
        return firstOf(entityNamed(facts.ref?.entity))
      default:
        return `Made ${count}`
    }
  }

  async function draftOf(entity: Entity): Promise<Record<string, unknown>> {
    const draft: Record<string, unknown> = {}
    for (const [name, field] of Object.entries(entity.fields as Fields)) {
      const { facts, kind, fallback } = field
      if (facts.readonly || facts.optional || fallback !== undefined || kind === 'lines' || kind === 'json') continue
      draft[name] = named[`${entity.name}.${name}`] ?? (await valueFor(field))
    }
    return draft
  }
  return { pathTo, draftOf }
}
export type Drafts = ReturnType<typeof createDrafts>
