import { can, type CurrentUser, type Id } from '#core/access/access.ts'
import { seesOwnOnly, type Owned } from '../users/guards.ts'

export const MOST_LINES = 200
export const TOO_MANY_LINES = `A checklist has at most ${MOST_LINES} lines.`
export const BLOCKS_ITSELF = 'A task cannot block itself.'
export const CIRCLE = 'These tasks would wait for each other.'

/** Whoever may edit a task completes and reopens it, and ticks its lines. */
export const mayStep = ({ user_id, assigned_id }: Owned, user: CurrentUser): boolean =>
  can('edit', 'tasks')(user) && (!seesOwnOnly(user) || user_id === user.id || assigned_id === user.id)

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
