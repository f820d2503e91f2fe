import { ref } from '#core/entity/fields.ts'
import type { Id } from '#core/access/access.ts'
import type { DraftOf } from '#core/entity/entity.ts'
import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { freeName } from '#lib/file-names.ts'
import { textKey } from '#lib/text-key.ts'
import { anyOf, refuse, serve, under, within, type Archiving, type Ctx, type Receiving } from '#server/define-server.ts'
import { projects } from '../../projects/entities.ts'
import { isUnlimited, reading } from '../access.ts'
import { fillDirectory } from './directories.ts'
import { documents, folders, type Document } from '../entities.ts'
import { readLater } from './document-texts.ts'
import { grantedTo, levelOn } from './folder-levels.ts'
import { grantedDocuments } from './shared.ts'
import { nameErrors, renamed } from './names.ts'
import { lockProblem, mayUploadAt } from '../guards.ts'
import { wayTo } from '../tree.ts'

const NO_FOLDER = { folder_id: ['Choose a folder.'] }
const NO_FILE = { file: ['File is required'] }
const takenText = (name: string) => `A file named ${name} is already here.`

/** The names in a folder, as they are compared, and whose they are. It is locked until the transaction ends. */
async function namesIn(
  folder_id: Id,
  ctx: Ctx,
): Promise<ReadonlyMap<string, { id: Id; user_id: Id; sha256: string | null }>> {
  await ctx.alone(`documents in ${folder_id}`)
  const held = await ctx.pick(documents, ['id', 'user_id', 'name', 'sha256'], { folder_id })
  return new Map(held.map(({ name, ...document }) => [textKey(name), document]))
}

const receiving: Receiving<typeof documents> = {
  /** Whether any folder of the project accepts the user's files. The folder itself is checked when a file arrives. */
  async mayBegin({ project_id }, ctx) {
    if (isUnlimited(ctx.user) || project_id === undefined) return true
    const some = await ctx.count(folders, {
      project_id: Number(project_id),
      id: grantedTo(ctx.user, ['upload', 'edit']),
    })
    return some > 0
  },
  async receive(sent, ctx) {
    const folder = await folderFor(readId(sent.folder_id), ctx)
    if (sent.project_id !== undefined && sent.project_id !== folder.project_id) refuse('Choose a folder.', NO_FOLDER)
    const level = await levelOn(folder.id, ctx)
    if (!mayUploadAt(level)) refuse('You may not add files to this folder.', NO_FOLDER)
    const names = await namesIn(folder.id, ctx)
    const wanted = sent.name
    const values = { project_id: folder.project_id, folder_id: folder.id, text_state: 'waiting' as const }
    const free = () => freeName(wanted, (name) => names.has(textKey(name)))
    const other = names.get(textKey(wanted))
    if (!other) return { values: { ...values, name: wanted } }
    // Those who see only their own files are not told of the others'.
    if (level === 'upload' && other.user_id !== ctx.user.id) return { values: { ...values, name: free() } }
    const answers = level === 'edit' ? (['keep_both', 'new_version'] as const) : (['keep_both'] as const)
    const needless = other.sha256 !== null && other.sha256 === sent.sha256
    const text = needless ? `${takenText(wanted)} It is the same file.` : takenText(wanted)
    const answer = ctx.warn('name_taken', text, answers, { needless })
    const earlier = answer === 'new_version' ? await ctx.find(documents, other.id) : null
    return earlier ? { versionOf: earlier } : { values: { ...values, name: free() } }
  },
}

/** A folder that the user sees. @throws Refusal 422 when there is none, or its project is archived */
async function folderFor(id: Id | null, ctx: Ctx) {
  const [seen] = id === null ? [] : await ctx.shown(folders, { id })
  const { project_id } = seen ?? {}
  if (id === null || project_id === undefined) refuse('Choose a folder.', NO_FOLDER)
  const project = await ctx.find(projects, project_id)
  if (project?.archived_at) refuse('This project is archived.')
  return { id, project_id }
}

type Changed = { before: Document | null; draft: DraftOf<typeof documents> }

/** Whoever edits its folder changes a document, and puts it where they edit too, by an undo as by hand. */
async function mayChange(_: string, { before, draft }: Changed, ctx: Ctx): Promise<boolean> {
  const { folder_id } = draft
  // One with a file was there before: a deletion is undone by who could have made it.
  if (!before && !draft.path) return refuse('Choose a file.', NO_FILE)
  if (!before) return draft.folder_id !== undefined && (await levelOn(draft.folder_id, ctx)) === 'edit'
  if ((await levelOn(before.folder_id, ctx)) !== 'edit') return false
  const isMoved = folder_id !== undefined && folder_id !== before.folder_id
  if (isMoved && lockProblem(before, ctx.user) === null) await demandPlace(before, folder_id, ctx)
  return true
}

/** @throws Refusal 422 unless the user edits this folder of the document's project */
async function demandPlace({ project_id }: Document, to: Id | null, ctx: Ctx): Promise<void> {
  const folder = await folderFor(to, ctx)
  if (folder.project_id !== project_id || (await levelOn(folder.id, ctx)) !== 'edit')
    refuse('You may not move this document there.', { folder_id: ['You may not move this document there.'] })
}

/** What a document becomes in another folder of its project: under a name that is free there, which is asked about. */
async function moved(document: Document, to: Id | null, ctx: Ctx): Promise<Pick<Document, 'folder_id' | 'name'>> {
  if (to === document.folder_id) return document
  await demandPlace(document, to, ctx)
  const folder_id = to ?? document.folder_id
  const names = await namesIn(folder_id, ctx)
  const isTaken = (name: string) => names.has(textKey(name))
  if (isTaken(document.name)) ctx.warn('name_taken', takenText(document.name), ['keep_both'])
  return { folder_id, name: freeName(document.name, isTaken) }
}

/** The name and folder that a changed document gets. One that is locked or not theirs keeps its folder here; the rule that refuses the change says why. */
async function derive(draft: DraftOf<typeof documents>, before: Document | null, ctx: Ctx): Promise<Partial<Document>> {
  const name = renamed(draft, before)
  const { folder_id } = draft
  if (!before || folder_id === undefined || folder_id === before.folder_id) return name
  const isClosed = lockProblem(before, ctx.user) !== null || (await levelOn(before.folder_id, ctx)) !== 'edit'
  return isClosed ? name : moved({ ...before, ...name }, folder_id, ctx)
}

/** A folder with all below it, as a zip with the same folders. */
const archives: Archiving<typeof documents> = {
  of: folders,
  async contents(id, ctx) {
    const folder = await ctx.find(folders, id)
    const all = folder ? await ctx.all(folders, { project_id: folder.project_id }) : []
    // From the folder itself on.
    const start = wayTo(id, all).length - 1
    return {
      name: folder?.name ?? 'folder',
      where: { folder_id: under(folders, 'parent_id', id), archived_at: null },
      foldersOf: ({ folder_id }) =>
        wayTo(folder_id, all)
          .slice(start)
          .map(({ name }) => name),
    }
  },
}

export const servedDocuments = serve(documents, {
  uploads: receiving,
  granted: grantedDocuments,
  archives,
  visible({ user }) {
    const project_id = within(projects)
    if (isUnlimited(user)) return { project_id }
    return {
      project_id,
      ...anyOf<Document>(
        { folder_id: grantedTo(user, reading) },
        // Who may only upload sees what they uploaded.
        { folder_id: grantedTo(user, ['upload']), user_id: user.id },
      ),
    }
  },
  may: mayChange,
  derive,
  validate: nameErrors,
  async afterSave(document, before, ctx) {
    await fillDirectory(document.project_id, ctx)
    if (document.path !== before?.path) await readLater(document, ctx)
  },
  afterDelete: ({ project_id }, ctx) => fillDirectory(project_id, ctx),
  actions: {
    move: {
      asks: { folder_id: ref('folder') },
      run: async (document, ctx, body) => ({
        ...document,
        ...(await moved(document, readId(isObject(body) ? body.folder_id : undefined), ctx)),
      }),
    },
  },
})
