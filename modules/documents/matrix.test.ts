import { expect, test } from 'vitest'
import { decideAll, type AccessRule, type Level } from './access.ts'
import { cellsOf, keyOf, roleSubject, withChanges, type CellChange } from './matrix.ts'

const folders = [
  { id: 1, parent_id: null, inherits_access: true },
  { id: 2, parent_id: 1, inherits_access: true },
  { id: 3, parent_id: 2, inherits_access: false },
]
const foreman = roleSubject('foreman')
const architects = { subject_type: 'contact_type', subject_id: 5, role: null, label: 'Architect' } as const
const rule = (folder_id: number, { label: _, ...subject }: typeof foreman, level: Level): AccessRule => ({
  folder_id,
  ...subject,
  level,
})

test('a cell tells what is set there from what comes from above or holds by default', () => {
  const cells = cellsOf(folders, [rule(1, foreman, 'view'), rule(2, architects, 'upload')], [foreman, architects])
  const at = (folder: number, subject: typeof foreman) => cells.get(keyOf(folder, subject))
  expect(at(1, foreman)).toEqual({ level: 'view', own: true, from: 1 })
  expect(at(2, foreman)).toEqual({ level: 'view', own: false, from: 1 })
  expect(at(3, foreman)).toEqual({ level: 'upload', own: false, from: null })
  expect(at(1, architects)).toEqual({ level: 'none', own: false, from: null })
  expect(at(2, architects)).toEqual({ level: 'upload', own: true, from: 2 })
})

test('changes that are not saved replace settings, and null gives a cell back to the folder above', () => {
  const rules = [rule(1, foreman, 'view'), rule(2, foreman, 'edit')]
  const change = (folder: number, level: Level | null): [string, CellChange] => [
    keyOf(folder, foreman),
    { folder, subject: foreman, level },
  ]
  const cells = cellsOf(folders, withChanges(rules, new Map([change(1, 'none'), change(2, null)])), [foreman])
  expect(cells.get(keyOf(2, foreman))).toEqual({ level: 'none', own: false, from: 1 })
})

test('who sees what in 500 folders with 50 rules each is decided within a moment', () => {
  const many = Array.from({ length: 500 }, (_, at) => ({
    id: at + 1,
    parent_id: at < 20 ? null : Math.floor(at / 5),
    inherits_access: true,
  }))
  const rules = many.flatMap(({ id }) =>
    Array.from({ length: 50 }, (_, at): AccessRule => ({
      folder_id: id,
      subject_type: 'user',
      subject_id: at + 1,
      role: null,
      level: at % 2 ? 'view' : 'none',
    })),
  )
  const person = { id: 2, role: 'employee', customer_id: null, contact_type_id: null }
  const decided = decideAll(person, many, rules)
  expect([...decided.values()].filter(({ level }) => level === 'view')).toHaveLength(500)
})
