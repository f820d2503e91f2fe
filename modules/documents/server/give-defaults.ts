import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import type { Ctx, JobKind } from '#server/define-server.ts'
import { projects, type Project } from '../../projects/entities.ts'
import { copyDefaults } from './copy-defaults.ts'

/** How many projects of one request get their documents with it: a hundred records each, which an import should not wait for. */
const AT_ONCE = 10
/** How long the others wait, in milliseconds, so that the rest of the import is not held up. */
const LATER = 60_000
const JOB = 'default-documents'

/** Gives a new project the default documents, now or, where many are made together, a little later (rule default-documents). */
export async function giveDefaults(project: Project, ctx: Ctx): Promise<void> {
  const given = ctx.once('projects given their documents', () => ({ count: 0 }))
  const isLater = ++given.count > AT_ONCE
  // Whatever goes wrong with the documents, the project is made.
  if (!isLater && (await ctx.attempt(() => copyDefaults(project.id, ctx)))) return
  await setCopied(project, false, ctx)
  const at = new Date(Date.parse(ctx.now) + LATER).toISOString()
  if (isLater) await ctx.enqueue(JOB, { project_id: project.id }, { at, key: `${JOB} ${project.id}` })
}

async function setCopied(project: Project, default_documents_copied: boolean, ctx: Ctx): Promise<void> {
  await ctx.setDerived(projects, [{ id: project.id, default_documents_copied }])
  // The answer to the request says so too.
  Object.assign(project, { default_documents_copied })
}

export const defaultsJobs: Record<string, JobKind> = {
  [JOB]: {
    lane: 'heavy',
    async run(payload, { inTransaction }) {
      const id = readId(isObject(payload) ? payload.project_id : undefined)
      if (id === null) return
      await inTransaction(async (ctx) => {
        await ctx.lock(projects, { id })
        const project = await ctx.find(projects, id)
        // It may be gone, or somebody has pressed "Copy to project".
        if (!project || project.default_documents_copied) return
        await copyDefaults(id, ctx)
        await ctx.save(projects, { id, default_documents_copied: true })
      })
    },
  },
}
