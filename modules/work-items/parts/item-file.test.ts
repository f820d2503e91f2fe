import { describe, expect, test } from 'vitest'
import { mapByTitle, readSheet, sheetOf } from '#blocks/csv/csv-file.ts'
import { punchItems, type PunchItem } from '../../punch-items/entities.ts'
import { createPeopleReader } from '../../users/index.ts'
import { itemColumns } from './item-file.ts'

const { read: readPerson, learn } = createPeopleReader()
const columns = itemColumns<PunchItem>([{ name: 'location', also: ['Room'] }], readPerson)
learn([
  { id: 1, name: 'Ana Cruz', email: 'ana@example.com' },
  { id: 2, name: 'Bo Lind', email: 'bo@example.com' },
  { id: 3, name: 'Bo Lind', email: null },
])
function read(text: string) {
  const sheet = sheetOf(text)
  return readSheet(punchItems, columns, sheet, mapByTitle(punchItems, columns, sheet))
}

// Rule import.
describe('a file of work items of another system', () => {
  test('its titles are known, and people are found by name and by address', () => {
    const { drafts, unread } = read(
      'Item #,Subject,Ball in Court,Due,Room\n14,Cover plate,ana cruz,12/4/2026,101\n15,Lamp,BO@example.com,,',
    )
    expect(unread).toEqual([])
    expect(drafts.map(({ draft }) => draft)).toEqual([
      { number: 14, title: 'Cover plate', assigned_id: 1, due_date: '2026-12-04', location: '101' },
      { number: 15, title: 'Lamp', assigned_id: 2 },
    ])
  })

  test.for([
    ['RFI-014', 14],
    ['#7', 7],
    ['P.I. 0300', 300],
  ] as const)('the number of %s is %s', ([written, number]) => {
    expect(read(`Number,Title\n${written},Lamp`).drafts[0]?.draft).toEqual({ number, title: 'Lamp' })
  })

  test('what is no number, somebody unknown and one name of two people are told', () => {
    const { unread } = read('Number,Title,Assigned to\n14A,Lamp,Cy\n2,Plate,Bo Lind')
    expect(unread.map(({ line, text }) => [line, text])).toEqual([
      [2, 'Number cannot be “14A”. It is a whole number.'],
      [2, 'There is no Cy.'],
      [3, 'Several people are called Bo Lind. Their email addresses tell them apart.'],
    ])
  })
})
