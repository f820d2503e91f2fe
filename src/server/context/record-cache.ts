import { sql } from 'kysely'
import type { Entity } from '../../core/entity/entity.ts'
import type { Fields } from '../../core/entity/field.ts'
import { createMemory } from '../auth/memory.ts'
import { alive } from '../db/conditions.ts'
import { selectRows, type Row } from '../db/rows.ts'
import type { Context } from './context.ts'

/** Keeps all records of small entities in memory, such as settings, which many requests need and few change. */
export interface RecordCache {
  /** @throws for an entity with computed fields, because those depend on records of other entities */
  read(ctx: Context, entity: Entity): Promise<readonly Row[]>
  /** Drops the records of these entities after a change. */
  forget(entities: Iterable<Entity>): void
  forgetAll(): void
}

/** @param trusted whether this process is notified of all changes made by others; while it is not, nothing is cached */
export function createRecordCache(trusted: () => boolean): RecordCache {
  const memory = createMemory<Entity, readonly Row[]>(trusted)

  /** Entities that were ever read here; changes of all others must not keep a load from being cached. */
  const wanted = new Set<Entity>()

  async function load({ db, catalog }: Context, entity: Entity) {
    const rows = await selectRows(db, catalog, entity, { where: alive(), order: sql` order by t.id` })
    // Requests share them.
    return Object.freeze(rows.map((row) => Object.freeze(row)))
  }

  return {
    async read(ctx, entity) {
      const computed = Object.values<Fields[string]>(entity.computed)
      // What is told once is in no record that is read later.
      if (computed.some(({ facts }) => !facts.once) || ctx.catalog.counts(entity).length)
        throw new Error(`Records of "${entity.name}" have computed fields and cannot be cached.`)
      // Only this transaction sees its own changes, and it may be rolled back.
      if (ctx.events.some((event) => event.entity === entity)) return load(ctx, entity)
      wanted.add(entity)
      const known = memory.get(entity)
      if (known) return known
      return (await memory.read(async () => new Map([[entity, await load(ctx, entity)]]))).get(entity) ?? []
    },
    forget(entities) {
      const changed = [...entities].filter((entity) => wanted.has(entity))
      if (changed.length) memory.forget(...changed)
    },
    forgetAll: () => memory.clear(),
  }
}
