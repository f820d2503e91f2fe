import { expect, test } from 'vitest'
import { lettersOf, stateName, states } from './address-states.ts'

test('a state is known by its letters and by its name', () => {
  expect(stateName('OR')).toBe('Oregon')
  expect(stateName('XX')).toBe('XX')
  for (const { letters, name } of states) expect([lettersOf(name), stateName(letters)]).toEqual([letters, name])
})
