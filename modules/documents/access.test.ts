import { expect, test } from 'vitest'
import { decide, decideAll, rulesOf, type AccessFolder, type AccessRule, type Level, type Person } from './access.ts'

const [top, middle, bottom] = [1, 2, 3]
const tree = (stops: number[] = []): AccessFolder[] =>
  [
    { id: top, parent_id: null },
    { id: middle, parent_id: top },
    { id: bottom, parent_id: middle },
  ].map((folder) => ({ ...folder, inherits_access: !stops.includes(folder.id) }))

const staff = (role: string): Person => ({ id: 7, role, customer_id: null, contact_type_id: null })
const customer: Person = { id: 8, role: 'foreman', customer_id: 3, contact_type_id: null }
const architect: Person = { id: 9, role: '', customer_id: null, contact_type_id: 5 }
const both: Person = { id: 10, role: '', customer_id: 3, contact_type_id: 5 }

/** A setting, as `2 role:foreman view`. */
function rule(text: string): AccessRule {
  const [, folder, type, name, level] = /^(\d) (\w+):(\w+) (\w+)$/.exec(text) ?? []
  const isRole = type === 'role'
  return {
    folder_id: Number(folder),
    subject_type: type as AccessRule['subject_type'],
    subject_id: isRole ? null : Number(name),
    role: isRole ? String(name) : null,
    level: level as Level,
  }
}
const levelIn = (person: Person, settings: string[], stops: number[] = [], folder = bottom) =>
  decide(person, rulesOf(tree(stops), settings.map(rule)).get(folder)).level

test.each([
  ['an administrator', staff('admin'), 'edit'],
  ['a project manager', staff('project_manager'), 'edit'],
  ['the office', staff('office_staff'), 'edit'],
  ['a foreman', staff('foreman'), 'upload'],
  ['an employee', staff('employee'), 'view'],
  ['a customer, whatever their role is called', customer, 'none'],
  ['a contact', architect, 'none'],
  ['someone with an unknown role', staff('guest'), 'none'],
])('where nothing is set, %s may %3$s', (_, person, level) => {
  expect(levelIn(person, [])).toBe(level)
})

test.each([
  ['a setting above applies below', staff('foreman'), ['1 role:foreman edit'], [], 'edit'],
  ['the nearest folder decides', staff('foreman'), ['1 role:foreman edit', '2 role:foreman view'], [], 'view'],
  ['a role that is near beats a person above', staff('foreman'), ['1 user:7 edit', '3 role:foreman view'], [], 'view'],
  ['a person beats their role', staff('foreman'), ['2 role:foreman edit', '2 user:7 none'], [], 'none'],
  ['a person beats their customer', customer, ['2 customer:3 edit', '2 user:8 view'], [], 'view'],
  ['of equals the highest decides', both, ['2 customer:3 view', '2 contact_type:5 edit'], [], 'edit'],
  ['so it does of two for the same person', architect, ['2 user:9 view', '2 user:9 edit'], [], 'edit'],
  ['whichever was set first', architect, ['2 user:9 edit', '2 user:9 view'], [], 'edit'],
  ['settings of others decide nothing', architect, ['3 contact_type:6 edit', '3 user:7 edit'], [], 'none'],
  ['a guest has no team role', customer, ['3 role:foreman edit'], [], 'none'],
  ['none narrows a manager', staff('project_manager'), ['1 role:project_manager none'], [], 'none'],
  ['nothing narrows an administrator', staff('admin'), ['1 role:admin none', '3 user:7 none'], [], 'edit'],
  ['a folder of its own ends the search', staff('foreman'), ['1 role:foreman edit'], [3], 'upload'],
  ['so does one in between', architect, ['1 contact_type:5 view'], [2], 'none'],
  ['its own settings still count', architect, ['1 contact_type:5 view', '2 contact_type:5 edit'], [2], 'edit'],
] as const)('%s', (_, person, settings, stops, level) => {
  expect(levelIn(person, [...settings], [...stops])).toBe(level)
})

test('a folder without access is a passage to one below it, and hidden otherwise', () => {
  const sights = (settings: string[]) =>
    [...decideAll(architect, tree(), settings.map(rule)).values()].map(({ level, sight }) => `${level} ${sight}`)
  expect(sights(['2 contact_type:5 view', '3 contact_type:5 none'])).toEqual([
    'none passage',
    'view seen',
    'none hidden',
  ])
  expect(sights([])).toEqual(['none hidden', 'none hidden', 'none hidden'])
})

test('a decision says which folder it comes from', () => {
  const decided = decideAll(architect, tree(), [rule('1 contact_type:5 view')])
  expect(decided.get(bottom)?.rule).toMatchObject({ from: top, subject: 'contact_type:5' })
  expect(decideAll(staff('employee'), tree(), []).get(bottom)?.rule).toBeNull()
})

test('folders in a circle, which no tree has, do not hang it', () => {
  const circle = [
    { id: 1, parent_id: 2, inherits_access: true },
    { id: 2, parent_id: 1, inherits_access: true },
  ]
  expect(decide(architect, rulesOf(circle, [rule('2 contact_type:5 view')]).get(1)).level).toBe('view')
})
