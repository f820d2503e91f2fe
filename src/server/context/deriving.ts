import { withDeleted } from '../../core/query/where.ts'
import { deleteRows, lockRows, setColumns } from '../db/deriving.ts'
import { insertRows } from '../db/rows.ts'
import type { Deriving } from '../deriving.ts'
import { matching } from './asking.ts'
import type { Context } from './context.ts'

/** How a context writes what is derived; it is asked for late, since it holds these itself. */
export function derivingOf(context: () => Context): Deriving {
  return {
    setDerived(entity, rows) {
      const { db, catalog } = context()
      return setColumns(db, catalog, entity, rows)
    },
    async replaceDerived(entity, where, rows) {
      const ctx = context()
      await deleteRows(ctx.db, entity, await matching(ctx, entity, { ...where, ...withDeleted }))
      if (rows.length) await insertRows(ctx.db, ctx.catalog, entity, rows, ctx.now)
    },
    async lock(entity, where) {
      const ctx = context()
      await lockRows(ctx.db, ctx.catalog, entity, await matching(ctx, entity, where))
    },
  }
}
