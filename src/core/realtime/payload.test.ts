import { expect, test } from 'vitest'
import { at, buildGarden } from '../store/garden.fixture.ts'
import { deletedIn, savedIn } from './payload.ts'

test('a saved record and a deleted id are taken from their events', () => {
  expect(savedIn({ model: buildGarden(1) })).toEqual(buildGarden(1))
  expect(deletedIn({ model: { id: 1 } })).toEqual({ id: 1, moment: undefined })
  expect(deletedIn({ model: { id: 1, deleted_at: at(4) } })).toEqual({ id: 1, moment: at(4) })
})

test.each([undefined, null, 'x', {}, { model: null }, { model: { id: '1' } }, { model: [1] }])(
  '%j says nothing',
  (payload) => {
    expect(savedIn(payload)).toBeUndefined()
    expect(deletedIn(payload)).toBeUndefined()
  },
)
