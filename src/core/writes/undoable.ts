import { batch, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Id } from '../access/access.ts'
import type { Entity } from '../entity/entity.ts'
import { undoOf, type Left } from '../entity/undo.ts'
import type { Result } from '../resource/result.ts'
import type { Change } from './mutation.ts'

/** A change that was made here, as it can be undone: never a copy of what it changed. */
export interface Made {
  readonly user: Id
  /** The Idempotency-Key that it was made under, or will be sent under. */
  readonly key: string
  readonly entity: string
  readonly ids: readonly Id[]
}

/** What was left as it is; null where there was nothing to undo. */
export type TurnedBack = Result<readonly Left[]> | null

/** A person's own changes in one place, which can be undone one step after another, and done again. */
export interface Undoable {
  /** How many steps can be undone, and done again. */
  readonly done: ReadonlySignal<number>
  readonly undone: ReadonlySignal<number>
  /** Makes one step of what these results have changed. */
  join(results: readonly Result<unknown>[]): void
  /** Undoes the last step, or the one that these results are of, wherever they were made. */
  undo(results?: readonly Result<unknown>[]): Promise<TurnedBack>
  redo(): Promise<TurnedBack>
}

type Step = readonly Made[]

const MOST_STEPS = 50

/** @param turnBack undoes one change; its result says what it changed itself, which can be undone in turn */
export function createUndoable(turnBack: (made: Made) => Promise<Result<unknown>>) {
  const steps: Record<'done' | 'undone', Step[]> = { done: [], undone: [] }
  const counts = { done: signal(0), undone: signal(0) }
  /** One step is turned at a time, so that the last one is the last. */
  let turning: Promise<unknown> = Promise.resolve()
  const count = () =>
    batch(() => {
      counts.done.value = steps.done.length
      counts.undone.value = steps.undone.length
    })
  function add(step: Step) {
    steps.done.push(step)
    if (steps.done.length > MOST_STEPS) steps.done.shift()
    steps.undone = []
    count()
  }

  async function turn(from: 'done' | 'undone', to: 'done' | 'undone'): Promise<TurnedBack> {
    const step = steps[from].pop()
    count()
    if (!step) return null
    const [left, made]: [Left[], Made[]] = [[], []]
    let waiting = false
    for (const [at, one] of step.toReversed().entries()) {
      const result = await turnBack(one)
      if (!result.ok) {
        // What was turned so far can be turned again, and the rest is still to be turned.
        steps[from].push(step.slice(0, step.length - at))
        if (made.length) steps[to].push(made)
        count()
        const { current: _, ...failure } = result
        return failure
      }
      made.push(...(result.made ?? []))
      left.push(...(result.notUndone ?? []))
      waiting ||= result.waiting === true
    }
    // What had not left the device is gone for good.
    if (made.length) steps[to].push(made)
    count()
    return { ok: true, data: left, ...(waiting && { waiting }) }
  }
  function inTurn(from: 'done' | 'undone', to: 'done' | 'undone') {
    const next = turning.then(() => turn(from, to))
    turning = next.catch(() => {})
    return next
  }

  /** Drops the steps of records to which something was done since that is never undone. */
  function forget({ name }: Entity, ids: readonly Id[]) {
    const isOver = (step: Step) => step.some((one) => one.entity === name && one.ids.some((id) => ids.includes(id)))
    steps.done = steps.done.filter((step) => !isOver(step))
    steps.undone = steps.undone.filter((step) => !isOver(step))
    count()
  }
  function join(results: readonly Result<unknown>[]) {
    const made = results.flatMap((result) => (result.ok && result.made) || [])
    const keys = new Set(made.map(({ key }) => key))
    steps.done = steps.done.filter((step) => !step.some(({ key }) => keys.has(key)))
    if (made.length) add(made)
  }

  const undoable: Undoable = {
    ...counts,
    join,
    undo(results) {
      if (results) join(results)
      return inTurn('done', 'undone')
    },
    redo: () => inTurn('undone', 'done'),
  }
  return {
    undoable,
    /** Notes a change as a step once it is made; until then nothing is undone, since it may be the last one. */
    follow<T extends { id: Id }[]>(change: Change, work: Promise<Result<T>>): Promise<Result<T>> {
      const noted = work.then((result) => {
        if (result.ok && result.made) add(result.made)
        else if (result.ok) forget(change.entity, idsIn(change, result.data))
        return result
      })
      turning = Promise.allSettled([turning, noted])
      return noted
    },
  }
}

/** What can be undone of a change that was made; nothing where its description never undoes it. */
export function madeBy(
  change: Change,
  { user, key }: Pick<Made, 'user' | 'key'>,
  answered: readonly { id: Id }[],
): { made?: readonly Made[] } {
  const { entity, verb, action, drafts } = change
  if (verb !== 'undo' && undoOf(entity, action ?? changing(verb, drafts)) === false) return {}
  return { made: [{ user, key, entity: entity.name, ids: idsIn(change, answered) }] }
}

const changing = (verb: Change['verb'], drafts: Change['drafts']) =>
  verb === 'delete' ? 'delete' : verb === 'save' && drafts[0]?.id !== undefined ? 'edit' : 'create'

/** The records that a change is about: those it names, and those in its answer. */
const idsIn = ({ drafts }: Change, answered: readonly { id: Id }[]): Id[] => [
  ...new Set([...drafts.flatMap(({ id }) => id ?? []), ...answered.map(({ id }) => id)]),
]
