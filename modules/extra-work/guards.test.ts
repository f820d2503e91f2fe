import { expect, test } from 'vitest'
import { amountOf, linesOf, statementOf } from './guards.ts'

test('what is signed is said with hours and materials, as far as there are any', () => {
  const people = [{ hours: 4 }, { hours: 3.5 }]
  const materials = [
    { description: 'EMT', quantity: 60, unit: 'ft' },
    { description: 'Core drill', quantity: 1, unit: null },
  ]
  expect(statementOf({ title: 'Move boxes', people, materials })).toBe(
    'I confirm this work: Move boxes, 7.50 h by 2 people, 60 ft EMT, 1 Core drill.',
  )
  expect(statementOf({ title: 'Standby', people: [], materials: [] })).toBe('I confirm this work: Standby.')
})

test('a person has one line with all hours of the day', () => {
  const entry = (user_id: number, hours: number) => ({ user_id, hours, user_name: `Person ${user_id}`, license: null })
  expect(linesOf([entry(1, 2.1), entry(2, 8), entry(1, 1.2)])).toEqual([
    { name: 'Person 1', trade: null, hours: 3.3, kind: 'regular' },
    { name: 'Person 2', trade: null, hours: 8, kind: 'regular' },
  ])
})

test('materials come to cents, and to nothing known where none has a price', () => {
  expect(
    amountOf({
      materials: [
        { quantity: 60, price: 1.35 },
        { quantity: 2, price: null },
        { quantity: 3, price: 0.335 },
      ],
    }),
  ).toBe(82.01)
  expect(amountOf({ materials: [{ quantity: 2 }] })).toBeNull()
})
