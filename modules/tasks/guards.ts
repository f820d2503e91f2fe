import { can, type CurrentUser, type Id } from '#core/access/access.ts'
import type { FieldErrors } from '#core/entity/parse.ts'
import { read, type Read, type Sight } from '#core/entity/rules.ts'
import { rfis } from '../rfis/entities.ts'
import { seesOwnOnly, type Owned } from '../users/guards.ts'
import { mayAssignIn, mayAttachIn } from '../work-items/guards.ts'

export const MOST_LINES = 200
export const TOO_MANY_LINES = `A checklist has at most ${MOST_LINES} lines.`
export const BLOCKS_ITSELF = 'A task cannot block itself.'
export const CIRCLE = 'These tasks would wait for each other.'

/** Whoever may edit a task reopens it, and ticks its lines. */
export const mayStep = ({ user_id, assigned_id }: Owned, user: CurrentUser): boolean =>
  can('edit', 'tasks')(user) && (!seesOwnOnly(user) || user_id === user.id || assigned_id === user.id)

/** The assignee completes a task, and for them staff whose edit is not limited to their own. */
export const mayComplete = (task: Owned, user: CurrentUser): boolean =>
  mayStep(task, user) && (!seesOwnOnly(user) || task.assigned_id === null || task.assigned_id === user.id)

interface Line {
  readonly id?: number
  readonly key?: string
  readonly text: string
  readonly done_id: Id | null
  readonly done_at: string | null
}

/** Whether an action is about this line: by its id, or by its key while the device that added it knows no id. */
export const isLine = ({ id, key }: Pick<Line, 'id' | 'key'>, sent: unknown): boolean =>
  id === Number(sent) || (key !== undefined && key === sent)

/** The checklist after a line was ticked or unticked; a line that is as wanted keeps its stamps. */
export const ticked = <L extends Line>(
  lines: readonly L[],
  body: Readonly<Record<string, unknown>>,
  { user_id, now }: { readonly user_id: Id; readonly now: string },
): L[] =>
  lines.map((line) => {
    if (!isLine(line, body.line)) return line
    if (body.done === false) return { ...line, done_id: null, done_at: null }
    return line.done_at === null ? { ...line, done_id: user_id, done_at: now } : line
  })

interface Checked {
  readonly checklist: readonly { readonly done_at: string | null }[]
}

export const doneLines = ({ checklist }: Checked): number => checklist.filter(({ done_at }) => done_at !== null).length

/** What is asked before a task with open lines is completed; null if none is open. */
export function openLinesQuestion(task: Checked): string | null {
  const open = task.checklist.length - doneLines(task)
  if (!open) return null
  return open === 1
    ? '1 line is still open. Complete the task anyway?'
    : `${open} lines are still open. Complete the task anyway?`
}

/** The same before many are completed, of which some have open lines. */
export function openLinesIn(tasks: readonly Checked[]): string | null {
  const count = tasks.filter((task) => openLinesQuestion(task) !== null).length
  if (!count) return null
  return count === 1
    ? '1 of them has open lines. Complete it anyway?'
    : `${count} of them have open lines. Complete them anyway?`
}

interface Task extends Owned {
  readonly id: Id
  readonly project_id: Id
  readonly checklist: readonly Line[]
  readonly blocked_by_id: Id | null
  readonly blocked_rfi_id: Id | null
}
type Draft = Readonly<Partial<Task>>

export const mayAssign = mayAssignIn('tasks')
export const mayAttach = mayAttachIn('tasks', mayStep)

export const readsBlocking = ({ blocked_rfi_id }: Draft): Read[] =>
  blocked_rfi_id ? [read(rfis, { id: blocked_rfi_id })] : []

export function taskErrors(draft: Draft, before: Task | null, by: Sight): FieldErrors {
  const { project_id, blocked_by_id, blocked_rfi_id } = { ...before, ...draft }
  const rfi = blocked_rfi_id && blocked_rfi_id !== before?.blocked_rfi_id && by.one(rfis, { id: blocked_rfi_id })
  return {
    ...((draft.checklist?.length ?? 0) > MOST_LINES && { checklist: [TOO_MANY_LINES] }),
    ...(blocked_by_id && blocked_by_id === before?.id && { blocked_by_id: [BLOCKS_ITSELF] }),
    ...(rfi && rfi.project_id !== project_id && { blocked_rfi_id: ['Choose an RFI of this project.'] }),
  }
}

export const steps = {
  tick: ({ checklist }: Task, _: Sight, { line: sent }: Readonly<Record<string, unknown>>) =>
    checklist.some((line) => isLine(line, sent)) ? undefined : { line: ['This line is no longer on the checklist.'] },
}
