import { describe, expect, test } from 'vitest'
import { doesNotFollow, earlierOf, missingFrom, olderThan, outcomesOf, UNCHANGED } from './publishing.ts'

type Page = Parameters<typeof outcomesOf>[0][number]
const page = (change: Partial<Page> = {}): Page => ({
  id: 1,
  page: 1,
  number: 'E2.1',
  title: 'Power plan',
  revision: '4',
  dated: '2020-11-18',
  content: 'a4',
  certainty: {},
  ...change,
})
const known = { number: 'E-2.1', revision: '3', dated: '2020-08-04', content: 'a3' }
const outcomeOf = (one: Page, earlier = [known]) => outcomesOf([one], earlier).get(one.id)
const asksOf = (change: Partial<Page>) => outcomeOf(page(change))?.asks?.says ?? null

describe('rule drawing-unsure', () => {
  test('nothing is asked about a page that follows and is sure, also where bulletins in between left it out', () => {
    expect(asksOf({ revision: '6' })).toBeNull()
    expect(outcomeOf(page())).toMatchObject({ asks: null, problem: null, supersedes: '3', unchanged: false })
  })
  test('a revision or a date that goes back is asked about once, and refused never', () => {
    expect(asksOf({ revision: '2' })).toBe(doesNotFollow('2', '3'))
    expect(asksOf({ revision: 'A' })).toBe(doesNotFollow('A', '3'))
    expect(asksOf({ dated: '2020-08-03' })).toBe(olderThan('3'))
    expect(asksOf({ revision: '2', certainty: { revision: 'typed' } })).toBeNull()
    expect(asksOf({ dated: '2020-08-03', certainty: { dated: 'typed' } })).toBeNull()
    expect(outcomeOf(page({ revision: '2' }))?.problem).toBeNull()
  })
  test('a sheet that comes again as it is published is proposed to be skipped, whatever its revision', () => {
    expect(asksOf({ content: 'a3' })).toBe(UNCHANGED)
    expect(outcomeOf(page({ content: 'a3', revision: '3' }))).toMatchObject({
      unchanged: true,
      asks: { says: UNCHANGED },
    })
    expect(asksOf({ content: 'a3', certainty: { number: 'typed' } })).toBeNull()
  })
  test('what is unsure is asked about first, and a new sheet needs no revision', () => {
    expect(asksOf({ certainty: { dated: 'unsure' } })).toBe('Check the date.')
    const added = page({ number: 'E9.9', revision: null, certainty: { revision: 'unsure' } })
    expect(outcomeOf(added)).toMatchObject({ asks: null, supersedes: null, revision: '0' })
  })
})

describe('rule drawing-publish', () => {
  test('sheets are found whatever the punctuation, unless two differ by it alone', () => {
    for (const number of ['E2.1', 'e 2.1', 'E-2.1', 'E21'])
      expect([number, outcomeOf(page({ number }))?.supersedes]).toEqual([number, '3'])
    const two = [known, { ...known, number: 'E21', revision: '7' }]
    expect(outcomeOf(page({ number: 'E2-1' }), two)?.supersedes).toBe('7')
    expect(outcomeOf(page({ number: 'E2/1' }), two)?.supersedes).toBeNull()
  })
  test('the sheets that a set does not have are named', () => {
    expect(missingFrom([{ number: 'E21' }], [known, { number: 'M1.1' }])).toEqual(['M1.1'])
  })
})

test('a revision is found by the present number of its sheet, in the order of publication', () => {
  const published = (id: number, day: string | null, number: string | null) => ({
    ...known,
    id,
    number,
    drawing_sheet_id: id,
    published_at: day && `2020-08-0${day}T08:00:00.000Z`,
  })
  const all = [published(3, '2', 'E-3'), published(2, '1', 'E-2'), published(1, null, 'E-1')]
  const found = earlierOf(all, [{ id: 3, number: 'E-30' }])
  expect(found.map(({ id, number }) => [id, number])).toEqual([
    [2, 'E-2'],
    [3, 'E-30'],
  ])
})
