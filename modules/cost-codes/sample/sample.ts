import type { Sample, Story } from '#server/define-server.ts'
import { todayOf } from '../../company/guards.ts'
import { defaultCostCodeCategories, defaultCostCodes } from '../../default-cost-codes/entities.ts'
import { projects } from '../../projects/entities.ts'
import { costCodeCategories, costCodes } from '../entities.ts'

/** What a job is sold for where no phases of it are planned yet, in hours by the last word of its name. */
const SOLD: Readonly<Record<string, number>> = {
  Elementary: 480,
  'Fit-out': 240,
  Lighting: 96,
  Dental: 160,
  Reclamation: 320,
}
/** How much more than planned a job is sold for: the one that is over by now was sold too tight. */
const MARGIN = { usual: 1.06, over: 0.95, done: 1.15 }
const wholeHours = (hours: number) => Math.max(4, Math.round(hours / 4) * 4)

/** The hours that the codes of a job are sold for, of those of its phases. */
function budgetsOf(job: number, name: string, numbers: readonly string[], { phasesOf, hoursOf, codes }: Story) {
  const phases = phasesOf(job)
  const margin = job === codes.over ? MARGIN.over : job === codes.done ? MARGIN.done : MARGIN.usual
  const sold = SOLD[name.split(' ').at(-1) ?? ''] ?? 0
  const total = phases.length ? phases.reduce((sum, phase) => sum + hoursOf(phase), 0) : sold
  const sharing = numbers.filter((number) => codes.stageOf(number))
  const shares = (own: readonly string[]) => own.reduce((sum, number) => sum + codes.shareOf(number), 0)
  return (number: string): number | null => {
    const stage = codes.stageOf(number)
    if (number === '010') return wholeHours(Math.min(total * 0.05, 24))
    if (number === '020') return wholeHours(total * 0.04)
    if (!stage) return null
    if (!phases.length) return wholeHours((total * codes.shareOf(number)) / shares(sharing))
    const own = phases.filter((phase) => phase.stage === stage)
    if (!own.length) return number === '030' ? wholeHours(total * 0.04) : null
    const hours = own.reduce((sum, phase) => sum + hoursOf(phase), 0)
    const others = numbers.filter((other) => codes.stageOf(other) === stage)
    return wholeHours((hours * margin * codes.shareOf(number)) / shares(others))
  }
}

export const sample: Sample = {
  after: ['default-cost-codes', 'projects'],
  async seed(ctx, { pick, story }) {
    const { save, all } = ctx
    const told = story(await todayOf(ctx))
    const categories = await all(defaultCostCodeCategories)
    const codes = await all(defaultCostCodes)
    for (const [at, project] of (await all(projects, { archived_at: null })).entries()) {
      // Some projects are new and have no codes. The first has all codes except low voltage and lighting.
      const [first, isBuilt] = [at === 0, told.phasesOf(at).length > 0]
      if (at % 9 === 7) continue
      const chosen = codes.filter((code) => {
        const { number } = categories.find(({ id }) => id === code.default_cost_code_category_id) ?? {}
        return first ? number !== '27' && code.name !== 'Lighting' : pick(5) > 0 || isBuilt
      })
      const budgetOf = budgetsOf(
        at,
        project.name,
        chosen.map(({ number }) => number),
        told,
      )
      for (const { id, number, name } of categories) {
        const own = chosen.filter((code) => code.default_cost_code_category_id === id)
        if (!own.length) continue
        const category = await save(costCodeCategories, { project_id: project.id, number, name })
        await save(
          costCodes,
          own.map((code) => ({
            project_id: project.id,
            cost_code_category_id: category.id,
            number: code.number,
            name: code.name,
            budget_hours: budgetOf(code.number),
            // The sample of time says how much of what was worked on is done.
            percent_complete: 0,
            active: isBuilt || pick(12) > 0,
          })),
        )
      }
    }
  },
}
