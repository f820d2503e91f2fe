import { not, on } from '#server/define-server.ts'
import { tell } from '../notifications/tell.ts'
import { projects } from '../projects/entities.ts'
import { users } from '../users/entities.ts'
import { drawingRevisions, drawings } from './entities.ts'

/** The project's team hears of published drawings, as far as they may see them. */
export const tellPublished = on(drawings, 'publish', async (event, ctx) => {
  const { current, user_id, at } = event
  if (!current?.published_at) return
  const { id, project_id, name } = current
  const project = await ctx.find(projects, project_id)
  const pages = await ctx.all(drawingRevisions, { drawing_id: id, published_at: not(null) })
  const now = pages.filter(({ published_at }) => published_at === at)
  const author = user_id === null ? null : await ctx.find(users, user_id)
  const revised = now.filter(({ revision }) => revision !== '0').length
  const count = now.length || pages.length
  await tell(
    event,
    {
      entity: drawings,
      record: current,
      project_id,
      people: project?.project_users.map((one) => one.user_id) ?? [],
      kind: 'documents',
      text: `${author?.name ?? 'Someone'} published ${count} ${count === 1 ? 'sheet' : 'sheets'} of ${name}`,
      note: revised ? now.map(({ number, revision }) => `${number} rev ${revision}`).join(', ') : null,
    },
    ctx,
  )
})
