import { expect, test } from 'vitest'
import type { Workload } from '../../schedule/entities.ts'
import { sayingOf, scenarioOf } from './supposed.ts'

const bar = (id: number, project_id: number, start_date: Workload['bars'][number]['start_date']) => ({
  id,
  project_id,
  phase_id: 1,
  start_date,
  end_date: start_date,
  tentative: false,
  headcount: { journeyman: 1, apprentice: 0, laborer: 0 },
})
const load: Workload = {
  bars: [bar(1, 7, '2020-05-01'), bar(2, 7, '2020-06-01'), bar(3, 8, '2020-06-01')],
  people: [],
  away: [],
  assignments: [],
  work_days: [1, 2, 3, 4],
  off: [],
}

test('a move is one of work days, of the phases that have not begun', () => {
  const scenario = scenarioOf([{ kind: 'move', project_id: 7, weeks: -2 }], load, '2020-05-04')
  expect([...(scenario?.shifts ?? [])]).toEqual([[2, -8]])
})

test('without a supposition there is nothing but the plan', () => {
  expect(scenarioOf([], load, '2020-05-04')).toBeNull()
})

test.each([
  [{ kind: 'move', project_id: 7, weeks: 1 }, '26-007 begins 1 week later'],
  [{ kind: 'move', project_id: 7, weeks: -3 }, '26-007 begins 3 weeks earlier'],
  [{ kind: 'win', project_id: 7 }, '26-007 is won'],
  [{ kind: 'lose', project_id: 7 }, '26-007 is lost'],
  [{ kind: 'hire', license: 'journeyman', count: 2, from: '2020-12-14' }, '2 journeymen from 12/14'],
  [{ kind: 'hire', license: 'laborer', count: 1, from: '2020-12-14' }, '1 laborer from 12/14'],
] as const)('a change reads as a sentence: %j', (change, said) => {
  expect(sayingOf(change, () => '26-007')).toBe(said)
})
