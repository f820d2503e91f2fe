import * as z from 'zod/mini'
import { json } from '#core/entity/fields.ts'
import { roles, type Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { isObject } from '#lib/is-object.ts'
import { readId } from '#core/entity/id.ts'
import { refuse, serve, within, type Ctx } from '#server/define-server.ts'
import { contactTypes } from '../../contact-types/entities.ts'
import { customers } from '../../customers/entities.ts'
import { users } from '../../users/entities.ts'
import { levels, subjectOf, subjectTypes, type Level, type SubjectType } from '../access.ts'
import { defaultFolderAccess, defaultFolders, folderAccess, folders } from '../entities.ts'
import { changeSight, isDeferring } from './folder-rules.ts'
import { lockTree } from './folders-server.ts'
import { levelOn } from './folder-levels.ts'

interface Subject {
  readonly subject_type?: SubjectType
  readonly subject_id?: Id | null
  readonly role?: string | null
}

/** Whether a setting names somebody that there is: a team role, or a record of the named kind. */
async function subjectErrors({ subject_type, subject_id, role }: Subject, ctx: Ctx): Promise<FieldErrors> {
  if (subject_type === 'role') return role ? {} : { role: ['Role is required'] }
  if (!subject_id) return { subject_id: ['Choose whom this is for.'] }
  const found =
    subject_type === 'user'
      ? await ctx.find(users, subject_id)
      : await ctx.find<typeof customers | typeof contactTypes>(
          subject_type === 'customer' ? customers : contactTypes,
          subject_id,
        )
  return found ? {} : { subject_id: ['Choose whom this is for.'] }
}

/** Besides that, a folder has one setting for each that it names. */
async function settingErrors(
  draft: Subject & { folder_id?: Id; subject?: string | null },
  ctx: Ctx,
): Promise<FieldErrors> {
  const errors = await subjectErrors(draft, ctx)
  if (Object.keys(errors).length || !draft.folder_id || !draft.subject) return errors
  const known = await ctx.count(folderAccess, { folder_id: draft.folder_id, subject: draft.subject })
  return known ? { subject_id: ['This is set already.'] } : {}
}

/** A setting with the parts that its kind of subject has, and no others. */
function derived(draft: Subject, before: (Subject & { level: Level }) | null) {
  const subject_type = before?.subject_type ?? draft.subject_type ?? 'role'
  const isRole = subject_type === 'role'
  const role = isRole ? (before ? before.role : draft.role) : null
  const subject_id = isRole ? null : ((before ? before.subject_id : draft.subject_id) ?? null)
  const whole = { subject_type, subject_id, role: roles.find((one) => one === role) ?? null }
  return { ...whole, subject: subjectOf(whole) }
}

/** A changed cell of the matrix: the subject, the folder, and the new level; null inherits from the parent folder. */
interface Cell extends Subject {
  readonly folder: Id
  readonly level: Level | null
}

/** The cells of a matrix as they are sent. */
const cellsOf = (of: string) =>
  json(
    z.array(
      z.object({
        [of]: z.int(),
        subject_type: z.enum(subjectTypes),
        subject_id: z.optional(z.nullable(z.int())),
        role: z.optional(z.nullable(z.enum(roles))),
        level: z.nullable(z.enum(levels)),
      }),
    ),
  )

/** @throws Refusal 422 for anything but a list of cells */
function cellsIn(body: Readonly<Record<string, unknown>>, of: string): Cell[] {
  const { data } = body
  if (!Array.isArray(data) || !data.length || data.length > 2000) refuse('Choose what to change.')
  return data.map((one: unknown) => {
    const cell: Record<string, unknown> = isObject(one) ? one : {}
    const folder = readId(cell[of])
    const subject_type = subjectTypes.find((type) => type === cell.subject_type)
    const level = cell.level === null ? null : levels.find((known) => known === cell.level)
    if (folder === null || !subject_type || level === undefined) refuse('This change could not be understood.')
    const role = roles.find((known) => known === cell.role) ?? null
    return { folder, subject_type, subject_id: readId(cell.subject_id), role, level }
  })
}

/** Sets the cells of a matrix, all or none; returns the settings that were changed. */
async function setCells(
  entity: typeof folderAccess | typeof defaultFolderAccess,
  of: 'folder_id' | 'default_folder_id',
  cells: readonly Cell[],
  ctx: Ctx,
): Promise<{ id: Id }[]> {
  const changed: { id: Id }[] = []
  for (const { folder, level, ...named } of cells) {
    const subject = derived(named, null)
    const problems = Object.values(await subjectErrors(subject, ctx)).flat()
    if (problems[0]) refuse(problems[0])
    const held = (await ctx.all(entity, { [of]: folder } as never)) as { id: Id; subject: string | null }[]
    const known = held.find((one) => one.subject === subject.subject)
    if (level !== null)
      changed.push(await ctx.save(entity, { ...(known && { id: known.id }), [of]: folder, ...subject, level } as never))
    else if (known) await ctx.remove(entity, known.id)
  }
  return changed
}

/** @throws Refusal 403 unless the user may change the folder */
async function demandEdit(folder: Id, ctx: Ctx): Promise<void> {
  const [seen] = await ctx.shown(folders, { id: folder })
  if (!seen) refuse('This folder no longer exists.')
  if ((await levelOn(folder, ctx)) !== 'edit') refuse('You may not change who sees this folder.')
  await lockTree(seen.project_id, ctx)
}

/** What a setting changes for those it names, and for all who see what they saw. */
async function follow(folder_id: Id, ctx: Ctx): Promise<void> {
  if (isDeferring(ctx)) return
  const folder = await ctx.find(folders, folder_id)
  if (folder) await changeSight(folder, ctx)
}

export const servedAccess = [
  serve(folderAccess, {
    visible: () => ({ folder_id: within(folders) }),
    async may(_, { before, draft }, ctx) {
      const folder = before?.folder_id ?? draft.folder_id
      if (folder) await lockTree((await ctx.find(folders, folder))?.project_id, ctx)
      return (await levelOn(folder, ctx)) === 'edit'
    },
    derive: (draft, before) => derived(draft, before),
    validate: (draft, before, ctx) => (before || isDeferring(ctx) ? {} : settingErrors(draft, ctx)),
    afterSave: ({ folder_id }, _, ctx) => follow(folder_id, ctx),
    afterDelete: ({ folder_id }, ctx) => follow(folder_id, ctx),
    collectionActions: {
      set: {
        asks: { data: cellsOf('folder_id') },
        async run(ctx, body) {
          const cells = cellsIn(body, 'folder_id')
          for (const folder of new Set(cells.map((cell) => cell.folder))) await demandEdit(folder, ctx)
          return setCells(folderAccess, 'folder_id', cells, ctx)
        },
      },
    },
  }),
  serve(defaultFolderAccess, {
    derive: (draft, before) => derived(draft, before),
    validate: (draft, before, ctx) => (before ? {} : subjectErrors(draft, ctx)),
    collectionActions: {
      set: {
        asks: { data: cellsOf('default_folder_id') },
        async run(ctx, body) {
          const cells = cellsIn(body, 'default_folder_id')
          const known = await ctx.count(defaultFolders, { id: cells.map(({ folder }) => folder) })
          if (known < new Set(cells.map(({ folder }) => folder)).size) refuse('This folder no longer exists.')
          return setCells(defaultFolderAccess, 'default_folder_id', cells, ctx)
        },
      },
    },
  }),
]
