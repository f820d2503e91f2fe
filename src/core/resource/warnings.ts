import { computed, signal, type ReadonlySignal } from '@preact/signals-react'
import type { Failure } from './result.ts'

/** Something the server asks about before it saves; the code says which warning was confirmed. */
export interface Warning {
  readonly code: string
  readonly message: string
  /** The codes that confirm it instead of its own, where there are several ways to go on. */
  readonly answers?: readonly string[]
  /** To go on adds nothing, so that going back is the answer to be proposed. */
  readonly needless?: boolean
}

/** What would be done all the same. */
export type Confirmed = 'save' | 'delete'

/**
 * Asks whoever is saving whether to go on in spite of warnings, or in which of several ways: the code that was chosen.
 * @throws when nobody can be asked.
 */
export type ConfirmWarnings = (warnings: readonly Warning[], what: Confirmed) => Promise<boolean | string>

/**
 * Sends a change; when the server answers with warnings and their reader confirms them, sends the same again with their
 * codes. When the reader goes back, the failure is marked as declined: there is nothing left to tell them.
 */
export async function confirming<A extends { ok: true }, C>(
  confirm: ConfirmWarnings | undefined,
  send: (confirmed: readonly string[]) => Promise<A | Failure<C>>,
  what: Confirmed = 'save',
): Promise<A | Failure<C>> {
  const confirmed: string[] = []
  for (;;) {
    const result = await send([...confirmed])
    if (result.ok || !confirm) return result
    // A code that was confirmed and comes back is a refusal like any other: asking again would never end.
    const isNew = ({ code, answers = [code] }: Warning) => !answers.some((one) => confirmed.includes(one))
    const open = (result.warnings ?? []).filter(isNew)
    if (!open.length) return result
    // Without a way to ask, the warning is shown as what it is, the reason why nothing was saved.
    const answer = await confirm(open, what).catch(() => null)
    if (answer === null) return result
    if (!answer) return { ...result, declined: true }
    confirmed.push(...open.map(({ code, answers }) => (answers && typeof answer === 'string' ? answer : code)))
  }
}

/** The part of a request's body that confirms warnings; nothing when there are none to confirm. */
export const confirmedIn = (codes: readonly string[] = []): { confirmed?: readonly string[] } =>
  codes.length ? { confirmed: codes } : {}

/** Warnings on screen, and how they are answered. */
export interface Question {
  readonly warnings: readonly Warning[]
  readonly what: Confirmed
  answer(confirmed: boolean | string): void
}

export interface Questions {
  /** The oldest question that is open. */
  readonly current: ReadonlySignal<Question | null>
  readonly ask: ConfirmWarnings
  /** Answers every open question with no: nobody is there any more to answer them. */
  declineAll(): void
}

/** Asks one question at a time. `load` fetches what shows them, so that no question waits for a dialog that cannot be loaded. */
export function createQuestions(load: () => Promise<unknown>): Questions {
  const open = signal<readonly Question[]>([])
  return {
    current: computed(() => open.value[0] ?? null),
    async ask(warnings, what) {
      await load()
      return new Promise((resolve) => {
        const question: Question = {
          warnings,
          what,
          answer(confirmed) {
            open.value = open.peek().filter((other) => other !== question)
            resolve(confirmed)
          },
        }
        open.value = [...open.peek(), question]
      })
    },
    declineAll() {
      for (const question of open.peek()) question.answer(false)
    },
  }
}
