import { sql } from 'kysely'
import type { Id } from '../../core/access/access.ts'
import type { Entity, RecordOf } from '../../core/entity/entity.ts'
import type { AnyWhere, Where } from '../../core/query/where.ts'
import type { Context } from '../context/context.ts'
import type { Changes } from '../subscription.ts'
import { matching } from '../context/asking.ts'
import { alive, condition } from '../db/conditions.ts'
import { inList } from '../db/database.ts'
import { selectIds, selectRows } from '../db/rows.ts'
import { turn } from '../files/turns.ts'
import { historyOf, readableChanges } from '../events/read-history.ts'
import { fillComputed, fillEmbeds } from './computed.ts'
import { entryInWords, factsOf, namesFor, type Fact, type ToldEntry } from './in-words.ts'
import { presenter } from './present.ts'
import { orderSql, readSort } from './sort.ts'
import { ruleFor } from './visibility.ts'

/** A record in the words of its description, as somebody may read it. */
export interface Told<R = Readonly<Record<string, unknown>>> {
  /** Its fields, without those that are hidden from the reader, and what others say in it. */
  readonly record: R
  readonly facts: readonly Fact[]
  /** Newest first; empty unless it was asked for. */
  readonly history: readonly ToldEntry[]
}

/** A change of a record, as somebody may read both. */
export interface ToldChange {
  readonly title: string
  /** As the API answers it; null once it is deleted. */
  readonly record: Readonly<Record<string, unknown>> | null
  readonly changes: Changes
}

/** Reads for a person what their lists and pages show, many records in pieces. */
export interface Reader {
  /** The ids of the records that the person sees, in the order of their list. */
  ids<E extends Entity>(entity: E, where: Where<RecordOf<E>>): Promise<Id[]>
  /** Some of them, in that order; those that the person no longer sees are left out. Times are told in a zone. */
  tell<E extends Entity>(
    entity: E,
    ids: readonly Id[],
    options: { readonly zone: string; readonly history: boolean },
  ): Promise<Told<RecordOf<E>>[]>
  /**
   * A change of a record at a moment, by its entity's name and its id; null where the person does not see that, or did not
   * then if it was deleted.
   */
  change(name: string, id: Id, changed: { readonly changes: Changes; readonly at: string }): Promise<ToldChange | null>
}

export function createReader(ctx: Context): Reader {
  const { db, catalog, user } = ctx
  const seenBy = async (entity: Entity, asOf?: string) =>
    condition({ ...catalog, ...(asOf !== undefined && { asOf }) }, entity, await ruleFor(catalog, entity, ctx))
  return {
    async ids(entity, where) {
      const asked = await matching(ctx, entity, where as AnyWhere)
      const order = orderSql(readSort(ctx, entity, { column: undefined, direction: undefined }, {}))
      return selectIds(db, catalog, entity, { where: sql`${asked} and ${await seenBy(entity)}`, order })
    },
    async tell<E extends Entity>(entity: E, ids: readonly Id[], { zone, history }: { zone: string; history: boolean }) {
      const where = sql`${inList(catalog.dialect, sql.ref('t.id'), ids)} and ${alive()} and ${await seenBy(entity)}`
      const rows = await selectRows(db, catalog, entity, { where })
      await fillComputed(ctx, entity, rows, { readableOnly: true })
      await fillEmbeds(ctx, entity, rows, { inList: true })
      const show = presenter(catalog, entity, user)
      const names = await namesFor(ctx, entity, rows.map(show))
      const byId = new Map(rows.map((row) => [row.id, row]))
      const told: Told<RecordOf<E>>[] = []
      for (const id of ids) {
        const row = byId.get(id)
        if (!row) continue
        // SQLite answers at once, so that others would wait until all is told.
        await turn()
        const entries = history ? await historyOf(ctx, entity, row) : []
        const authors = [...new Set(entries.flatMap(({ user_id }) => user_id ?? []))]
        const people = await ctx.services.accounts.byId(authors, db)
        const whoOf = (author: Id | null) =>
          author === null ? 'Plumbline' : (people.get(author)?.user.name ?? 'Someone')
        const record = show(row)
        told.push({
          // `presenter` only leaves out fields; the ones it keeps have the described types.
          record: record as unknown as RecordOf<E>,
          facts: factsOf(entity, record, { names, zone }),
          history: entries.map((entry) => entryInWords(entity, entry, whoOf(entry.user_id), { names, zone })),
        })
      }
      return told
    },
    async change(name, id, { changes, at }) {
      const entity = catalog.entities.find((one) => one.name === name)
      if (!entity) return null
      const seen = await seenBy(entity)
      const saw = sql`(t.deleted_at is not null and ${await seenBy(entity, at)})`
      const [row] = await selectRows(db, catalog, entity, { where: sql`t.id = ${id} and (${seen} or ${saw})` })
      if (!row) return null
      await fillComputed(ctx, entity, [row], { detail: true })
      const title = entity.display.title(row)
      const told = readableChanges(entity, changes, user, row)
      if (row.deleted_at !== null) return { title, record: null, changes: told }
      await fillEmbeds(ctx, entity, [row])
      const record = presenter(catalog, entity, user, { detail: true })(row)
      return { title, record, changes: told }
    },
  }
}
