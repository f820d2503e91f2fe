import { expect, test } from 'vitest'
import { createPlaces } from './places.ts'

test('of those who wait, one of each person comes between two of anybody', async () => {
  const inTurn = createPlaces(1)
  const began: string[] = []
  const all = [
    [1, 'first of 1'],
    [1, 'second of 1'],
    [1, 'third of 1'],
    [2, 'first of 2'],
    [3, 'first of 3'],
    [2, 'second of 2'],
  ] as const
  await Promise.all(all.map(([person, name]) => inTurn(async () => void began.push(name), person)))
  expect(began).toEqual(['first of 1', 'second of 1', 'first of 2', 'first of 3', 'third of 1', 'second of 2'])
})

test('a task that fails leaves its place', async () => {
  const inTurn = createPlaces(1)
  await expect(inTurn(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await inTurn(async () => 'next')).toBe('next')
})
