import { expect, test } from 'vitest'
import { costCodeFullNumber, costCodeLabel } from './cost-codes.ts'

const code = { number: '120', name: 'rough-in', category_number: '26', category_name: 'Branch' }

test('label and full number are those of rule cost-code-label', () => {
  expect(costCodeLabel(code)).toBe('26.120 - Branch rough-in')
  expect(costCodeFullNumber(code, '26-041')).toBe('26-041.26.120')
})

test('a code without a category leaves no gap', () => {
  expect(costCodeLabel({ number: '120', name: 'Rough-in', category_number: null })).toBe('120 - Rough-in')
  expect(costCodeFullNumber({ number: '120', name: 'Rough-in' }, '26-041')).toBe('26-041.120')
})
