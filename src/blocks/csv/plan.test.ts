import { expect, test } from 'vitest'
import { defineEntity } from '#core/entity/entity.ts'
import { flag, number, phone, text } from '#core/entity/fields.ts'
import { planImport } from './plan.ts'

const tools = defineEntity('tool', {
  endpoint: 'api/tools',
  area: 'tools',
  access: {},
  sort: 'code',
  fields: {
    box: number(),
    code: text().optional().unique('That code is in use.', ['box']),
    name: text(),
    phone_number: phone().optional(),
    weight: number().optional(),
    active: flag().default(true),
  },
})
const drill = { id: 4, box: 1, code: 'D-1', name: 'Drill', phone_number: '15095550142', weight: 2, active: true }
const plan = (...drafts: Record<string, unknown>[]) =>
  planImport(
    tools,
    drafts.map((draft, at) => ({ line: at + 2, draft })),
    [drill],
    ['code'],
  )

test('a line with the key of a record changes what differs, and nothing else', () => {
  const { lines } = plan({ box: 1, code: 'd-1', name: 'Drill', weight: '3' })
  expect(lines).toEqual([
    {
      line: 2,
      kind: 'changed',
      draft: { id: 4, code: 'd-1', weight: '3' },
      was: { title: 'Drill', labels: ['Code', 'Weight'] },
    },
  ])
})

test('a line that says what is stored changes nothing, however it is written', () => {
  const { lines } = plan({ box: 1, code: 'D-1', phone_number: '(509) 555-0142', weight: '2.0', active: true })
  expect(lines.map(({ kind }) => kind)).toEqual(['same'])
})

test('the same code in another box is another tool, and without a code none is meant', () => {
  const { lines } = plan({ box: 2, code: 'D-1', name: 'Other' }, { box: 1, name: 'Nameless' })
  expect(lines.map(({ kind }) => kind)).toEqual(['new', 'new'])
})

test('of two lines with one key the second is refused, naming the first', () => {
  const { lines, problems } = plan({ box: 1, code: 'X', name: 'One' }, { box: 1, code: 'x', name: 'Two' })
  expect(lines.map(({ line }) => line)).toEqual([2])
  expect(problems).toEqual([{ line: 3, text: 'That code is in use. Line 2 has it too.' }])
})

test('new records with the name of another are told, in the file and against what is there', () => {
  const { alike } = plan(
    { box: 1, code: 'A', name: 'drill ' },
    { box: 1, code: 'B', name: 'Saw' },
    { box: 1, name: 'SAW' },
  )
  expect(alike).toEqual([
    { line: 2, text: 'There is “drill ” already.' },
    { line: 4, text: '“SAW” is in line 3 too.' },
  ])
})

test('what lines of new records do not say is completed, and records that are there keep what they have', () => {
  const drafts = [
    { line: 2, draft: { code: 'D-1', box: 1, weight: '3' } },
    { line: 3, draft: { name: 'Saw', weight: '5' } },
    { line: 4, draft: { name: 'Level' } },
  ]
  const { lines } = planImport(tools, drafts, [drill], ['code'], (draft) => ({ box: 7, weight: '1', ...draft }))
  expect(lines.map(({ draft }) => draft)).toEqual([
    { id: 4, weight: '3' },
    { box: 7, name: 'Saw', weight: '5' },
    { box: 7, name: 'Level', weight: '1' },
  ])
})
