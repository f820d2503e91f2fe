import fc from 'fast-check'
import { expect, test } from 'vitest'
import { atCompletion, needsAttention, overBudget, totalAtCompletion } from './hours-at-completion.ts'

test('earned, productivity and projected final of a code', () => {
  expect(atCompletion({ budget: 2480, actual: 1812, percent: 68 })).toEqual({
    budget: 2480,
    actual: 1812,
    percent: 68,
    earned: 1686.4,
    productivity: 1686.4 / 1812,
    projected: 2664.71,
    over: 184.71,
  })
})

test('below 5 percent, and without hours, budget or percentage, nothing is projected', () => {
  expect(atCompletion({ budget: 880, actual: 18, percent: 4.99 })).toMatchObject({ earned: 43.91, projected: null })
  expect(atCompletion({ budget: 880, actual: 44, percent: 5 }).projected).toBe(880)
  for (const one of [
    { budget: 300, actual: 0, percent: 50 },
    { budget: null, actual: 10, percent: 50 },
    { budget: 0, actual: 10, percent: 50 },
    { budget: 300, actual: 10, percent: null },
  ])
    expect(atCompletion(one)).toMatchObject({ productivity: null, projected: null, over: null })
  // Nothing is earned of what was not sold, or of which nobody says how much is done.
  for (const one of [
    { budget: null, actual: 10, percent: 50 },
    { budget: 300, actual: 10, percent: null },
  ])
    expect(atCompletion(one).earned).toBeNull()
})

test('a total counts the budget of what has no projection, and its hours where these are more (rule hours-at-completion)', () => {
  const codes = [
    { budget: 100, actual: 60, percent: 50 },
    { budget: 200, actual: 10, percent: 2 },
    { budget: null, actual: 7, percent: null },
    // What is booked five times over is not projected as sold.
    { budget: 100, actual: 500, percent: null },
  ].map(atCompletion)
  expect(totalAtCompletion(codes)).toMatchObject({ budget: 400, actual: 577, earned: 54, projected: 827, over: 427 })
  expect(totalAtCompletion([])).toMatchObject({ budget: 0, percent: null, productivity: null, projected: null })
})

test('a total is as far and as productive as its hours together, unless they say nothing yet', () => {
  const of = (...codes: Parameters<typeof atCompletion>[0][]) => totalAtCompletion(codes.map(atCompletion))
  const [half, begun] = [
    { budget: 100, actual: 60, percent: 50 },
    { budget: 200, actual: 17, percent: 2 },
  ]
  expect(of(half, begun)).toMatchObject({ percent: 18, productivity: 54 / 77 })
  expect(of(begun)).toMatchObject({ percent: 2, productivity: null, projected: null, over: null })
  expect(of({ ...half, actual: 0 })).toMatchObject({ percent: 50, productivity: null, projected: null, over: null })
})

test('more than 5 percent over the budget needs attention', () => {
  expect(needsAttention({ over: 5, budget: 100 })).toBe(false)
  expect(needsAttention({ over: 5.01, budget: 100 })).toBe(true)
  expect(needsAttention({ over: null, budget: 100 })).toBe(false)
})

test('a projection is what the hours so far come to at 100 percent, and totals add up', () => {
  const code = fc.record({
    budget: fc.option(fc.integer({ min: 0, max: 5000 })),
    actual: fc.integer({ min: 0, max: 5000 }),
    percent: fc.option(fc.integer({ min: 0, max: 100 })),
  })
  fc.assert(
    fc.property(fc.array(code, { maxLength: 20 }), (codes) => {
      const all = codes.map(atCompletion)
      for (const [at, { projected }] of all.entries()) {
        const { actual, percent, budget } = codes[at] ?? { actual: 0, percent: null, budget: null }
        const isProjected = budget && actual > 0 && percent !== null && percent >= 5
        if (isProjected) expect(projected).toBeCloseTo(actual / (percent / 100), 1)
        else expect(projected).toBeNull()
      }
      const total = totalAtCompletion(all)
      const sum = (of: (one: (typeof all)[number]) => number) => all.reduce((whole, one) => whole + of(one), 0)
      expect(total.actual).toBeCloseTo(
        sum((one) => one.actual),
        1,
      )
      if (total.projected !== null)
        expect(total.projected).toBeCloseTo(
          sum((one) => one.projected ?? Math.max(one.budget ?? 0, one.actual)),
          1,
        )
    }),
  )
})

test('a job is over by its projection, or by what is booked beyond the budget', () => {
  const job = (budget: number | null, actual: number, percent: number | null) =>
    overBudget(atCompletion({ budget, actual, percent }))
  // 60 h for half of 100 h make 120 h.
  expect(job(100, 60, 50)).toBe(20)
  // Within 5 %.
  expect(job(100, 52, 50)).toBeNull()
  expect(job(100, 90, null)).toBeNull()
  // Booked beyond the budget is over, however little, and though nobody has said how far the work is.
  expect(job(100, 100.5, null)).toBe(0.5)
  expect(job(100, 100.5, 100)).toBe(0.5)
  expect(job(null, 40, null)).toBeNull()
  expect(job(0, 40, null)).toBeNull()
})
