import { expect, test } from 'vitest'
import { at, buildGarden } from '../store/garden.fixture.ts'
import { changedAgoIn, changedIn, deletedIn, hasMissed, savedIn } from './payload.ts'

test('a saved record and a deleted id are taken from their events', () => {
  expect(savedIn({ model: buildGarden(1) })).toEqual(buildGarden(1))
  expect(deletedIn({ model: { id: 1 } })).toEqual({ id: 1, moment: undefined, hidden: false })
  expect(deletedIn({ model: { id: 1, deleted_at: at(4) } })).toEqual({ id: 1, moment: at(4), hidden: false })
  expect(deletedIn({ model: { id: 1, updated_at: at(3) }, hidden: true })).toMatchObject({
    moment: at(3),
    hidden: true,
  })
  expect(deletedIn({ model: { id: 1 }, hidden: true })).toEqual({ id: 1, moment: undefined, hidden: true })
})

test.each([undefined, null, 'x', {}, { model: null }, { model: { id: '01' } }, { model: [1] }])(
  '%j says nothing',
  (payload) => {
    expect(savedIn(payload)).toBeUndefined()
    expect(deletedIn(payload)).toBeUndefined()
  },
)

test('an id may be text', () => {
  expect(savedIn({ model: { id: '7' } })).toEqual({ id: 7 })
  expect(deletedIn({ model: { id: '7' } })?.id).toBe(7)
})

test('our own server tells which fields changed, and when something last did; others do not', () => {
  expect(changedIn({ model: buildGarden(1), changed: ['name', 3] })).toEqual(['name'])
  expect(changedIn({ model: buildGarden(1) })).toBeUndefined()
  expect(changedAgoIn({ changed_ago: 5 })).toBe(5)
  expect(changedAgoIn({})).toBeUndefined()
})

test.each([
  ['nothing changed since', { unheard: 900, changedAgo: 1000, isRejoining: false }, false],
  ['something changed since', { unheard: 900, changedAgo: 800, isRejoining: false }, true],
  ['nothing changed while it was down', { unheard: 900, changedAgo: 1000, isRejoining: true }, false],
  ['something changed while it was down', { unheard: 900, changedAgo: 800, isRejoining: true }, true],
  ['joined at once at a server that does not tell', { unheard: 400, changedAgo: undefined, isRejoining: false }, false],
  ['joined late at a server that does not tell', { unheard: 600, changedAgo: undefined, isRejoining: false }, true],
  ['joined again at a server that does not tell', { unheard: 1, changedAgo: undefined, isRejoining: true }, true],
])('%s', (_, given, missed) => expect(hasMissed({ ...given, patience: 500 })).toBe(missed))
