import { refuse, type Ctx } from '#server/define-server.ts'
import { bigSteps, type StepLine } from '../steps.ts'
import { plannedClear, plannedCopy, plannedShift } from './move.ts'
import { changesIn, draftLines } from './publish.ts'

/**
 * What a step would do now, by the same plan by which it is taken: `step` names it, and what else is asked is what its
 * action takes. @throws Refusal 422
 */
export async function preview(ctx: Ctx, asked: Record<string, string>): Promise<StepLine[]> {
  const step =
    bigSteps.find((one) => one === asked.step) ??
    refuse('Step is not known.', { step: [`Step must be one of ${bigSteps.join(', ')}.`] })
  if (step === 'publish' || step === 'discard') {
    const { drafts, company } = await changesIn(ctx, asked)
    return draftLines(step, drafts, company).map(({ line }) => line)
  }
  const plan = { copy_week: plannedCopy, shift: plannedShift, clear: plannedClear }[step]
  return (await plan(ctx, asked)).map(({ line }) => line)
}
