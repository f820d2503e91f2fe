import { sql } from 'kysely'
import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { between, withDeleted, type Ctx, type JobKind } from '#server/define-server.ts'
import { documents } from '../entities.ts'
import { officeTypes } from '../words.ts'

/** How much of a document an earlier version kept, in characters. */
const MOST_EARLIER = 20_000
/** How many are queued at a time. */
const AT_ONCE = 50

export const earlierJobs: Record<string, JobKind> = {
  /** Queues some of the documents of an earlier version, and itself behind them. */
  'document-texts-earlier': {
    lane: 'heavy',
    async run(payload, { inTransaction }) {
      const { since, after } = isObject(payload) ? payload : {}
      await inTransaction(async (ctx) => {
        const from = between((readId(after) ?? 0) + 1, null)
        const where = { text_state: 'waiting' as const, id: from, ...withDeleted }
        const some = await ctx.pick(documents, ['id', 'path', 'mime'], where, { most: AT_ONCE })
        for (const one of some) {
          const key = `document text ${String(since)} ${one.id} ${one.path}`
          await ctx.enqueue('document-text', { ...one, earlier: true }, { key })
        }
        const last = some.at(-1)?.id
        if (last === undefined) return
        const key = `document texts ${String(since)} ${last}`
        await ctx.enqueue('document-texts-earlier', { since, after: last }, { key })
      })
    },
  },
}

/** Documents of an earlier version, whose words had no state: what that version did not read, or not all of, is read now. */
export async function startTexts(ctx: Ctx): Promise<void> {
  if (!(await ctx.exists(documents, { text_state: null, ...withDeleted }))) return
  const isText = sql`(mime like 'text/%' or mime = 'application/pdf' or mime in (${sql.join(officeTypes)}))`
  const isWhole = sql`exists (select 1 from document_texts as t where t.document_id = documents.id and length(t.content) < ${MOST_EARLIER})`
  const state = sql`case when not ${isText} then 'none' when ${isWhole} then 'read' else 'waiting' end`
  await ctx.query(sql`update documents set text_state = ${state} where text_state is null`)
  await ctx.enqueue('document-texts-earlier', { since: ctx.now })
}
