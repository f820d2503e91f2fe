import { readId } from '#core/entity/id.ts'
import { isObject } from '#lib/is-object.ts'
import { withDeleted, type Ctx, type JobKind } from '#server/define-server.ts'
import { documents, documentTexts, folders, type Document } from '../entities.ts'
import { hasWords } from '../words.ts'

/** How much of a document can be searched, in characters: some 700 pages. */
const MOST = 2_000_000

/** Text as it can be stored, with the spaces of its layout reduced. */
const storable = (text: string) =>
  text
    .replaceAll('\0', '')
    .toWellFormed()
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[ \n]*/g, '\n')
    .trim()
    .slice(0, MOST)
    .toWellFormed()

type State = Pick<Document, 'text_state' | 'text_problem'>

/** Has the words of a document's new file read, if files of its kind have any. */
export async function readLater(document: Document, ctx: Ctx): Promise<void> {
  const { id, path, mime, version, folder_id } = document
  const state: State = { text_state: hasWords(mime) ? 'waiting' : 'none', text_problem: null }
  if (document.text_state !== state.text_state || document.text_problem !== null) {
    await ctx.setDerived(documents, [{ id, ...state }])
    // The answer to the request says so too.
    Object.assign(document, state)
    await ctx.announce(folders, folder_id)
  }
  // What an earlier version of it said is not what it says.
  if (version > 1) await ctx.setDerived(documentTexts, [], { document_id: id })
  if (state.text_state === 'waiting')
    await ctx.enqueue('document-text', { id, path, mime }, { key: `document text ${id} ${version} ${path}` })
}

function stateOf(content: string, problem: string | null): State['text_state'] {
  if (content) return 'read'
  return problem === null ? 'none' : 'failed'
}

/** Keeps what was read of a document's file, and tells whoever looks at it. */
async function keep(task: Task, { text, problem }: { text: string; problem: string | null }, ctx: Ctx): Promise<void> {
  const { document_id, path, isEarlier } = task
  const own = { id: document_id, ...withDeleted }
  await ctx.lock(documents, own)
  const [document] = await ctx.pick(documents, ['project_id', 'folder_id', 'path'], own)
  // It may be gone, or have another file by now.
  if (document?.path !== path) return
  const { project_id, folder_id } = document
  const content = storable(text)
  await ctx.setDerived(documentTexts, content ? [{ project_id, document_id, content }] : [], { document_id })
  const state: State = { text_state: stateOf(content, problem), text_problem: problem }
  // Devices that were away hear of what changed since; what was changed long ago does not become new by being read.
  const known = { id: document_id, ...state, ...(!isEarlier && { updated_at: ctx.now }) }
  await ctx.announce(documents, document_id, () => ctx.setDerived(documents, [known]))
  await ctx.announce(folders, folder_id)
}

interface Task {
  readonly document_id: number
  readonly path: string
  readonly mime: string
  /** It was there before its words had a state. */
  readonly isEarlier: boolean
}

function taskIn(payload: unknown): Task | null {
  const { id, path, mime, earlier } = isObject(payload) ? payload : {}
  const document_id = readId(id)
  if (document_id === null || typeof path !== 'string' || typeof mime !== 'string') return null
  return { document_id, path, mime, isEarlier: earlier === true }
}

export const textJobs: Record<string, JobKind> = {
  /** Takes the text out of a document's file, once it has a new one. */
  'document-text': {
    lane: 'heavy',
    async run(payload, { inTransaction, textOf }) {
      const task = taskIn(payload)
      if (!task) return
      const found = hasWords(task.mime) ? await textOf(task.path, task.mime, MOST) : { text: '', problem: null }
      await inTransaction((ctx) => keep(task, found, ctx))
    },
  },
}
