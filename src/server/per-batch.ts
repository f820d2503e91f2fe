import type { Ctx } from './ctx.ts'

/** Asks once for a batch of records what several computed fields are read from. */
export function perBatch<R extends object, T>(
  ask: (records: readonly R[], ctx: Ctx) => Promise<T>,
): (records: readonly R[], ctx: Ctx) => Promise<T> {
  const answers = new WeakMap<readonly R[], Promise<T>>()
  return (records, ctx) => {
    const answer = answers.get(records) ?? ask(records, ctx)
    answers.set(records, answer)
    return answer
  }
}
