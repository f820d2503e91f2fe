import { expect, test } from 'vitest'
import type { Grouping, Narrowing } from '../place.ts'
import { choicesIn, hrefOf, readPlace } from '../place.ts'
import { everyone, linesOf, type RowFacts } from './board-rows.ts'

const person = (id: number, name: string, license: string | null = 'journeyman', active = true) => ({
  id,
  name,
  license,
  active,
  schedulable: true,
})
const [LUIS, KIM, ANA, GONE] = [1, 2, 3, 4]
const people = [
  person(LUIS, 'Luis'),
  person(KIM, 'Kim', 'apprentice'),
  person(ANA, 'Ana'),
  person(GONE, 'Gus', null, false),
]
const crews = [{ id: 9, name: 'Ortega', crew_users: [{ user_id: LUIS }, { user_id: KIM }] }]
const [SCHOOL, PLANT, SHORT] = [7, 8, 5]
const jobs = new Map([
  [SCHOOL, { number: '26-002', name: 'School' }],
  [PLANT, { number: '26-001', name: 'Plant' }],
  [SHORT, { number: '26-009', name: 'Bridge' }],
])
const planned = new Map([
  [LUIS, new Set([SCHOOL, PLANT])],
  [KIM, new Set([SCHOOL])],
])
const facts: RowFacts = {
  jobsOf: (id) => planned.get(id) ?? new Set(),
  job: (id) => jobs.get(id),
  free: () => new Set([ANA]),
  short: () => new Set([SHORT, PLANT]),
}
const rows = (group: Grouping, narrowing: Partial<Narrowing> = {}) =>
  linesOf(people, new Set([GONE]), crews, group, facts, { ...everyone, ...narrowing }).map((line) =>
    line.kind === 'group' ? `${line.label} ${line.count}` : line.id,
  )

test('rows are people by license, by crew, by job or without headings', () => {
  expect(rows('license')).toEqual(['Journeymen 2', ANA, LUIS, 'Apprentices 1', KIM, 'Others 1', GONE])
  expect(rows('crew')).toEqual(['Ortega 2', KIM, LUIS, 'Others 2', ANA, GONE])
  expect(rows('person')).toEqual([ANA, GONE, KIM, LUIS])
  // Somebody on two jobs has a row in each; a job that needs people is there without any.
  const byJob = ['26-001 Plant 1', LUIS, '26-002 School 2', KIM, LUIS, '26-009 Bridge 0', 'No job 2', ANA, GONE]
  expect(rows('job')).toEqual(byJob)
})

test('rows are narrowed by license, crew, job, and who is free or on a job that is short of people', () => {
  expect(rows('person', { license: 'apprentice' })).toEqual([KIM])
  expect(rows('person', { crew_id: 9 })).toEqual([KIM, LUIS])
  expect(rows('person', { project_id: SCHOOL })).toEqual([KIM, LUIS])
  expect(rows('job', { project_id: SCHOOL })).toEqual(['26-002 School 2', KIM, LUIS])
  expect(rows('person', { only: 'free' })).toEqual([ANA])
  expect(rows('person', { only: 'short' })).toEqual([LUIS])
  expect(rows('job', { only: 'short' })).toEqual(['26-001 Plant 1', LUIS, '26-009 Bridge 0'])
})

test('a search finds people by their names and by their jobs', () => {
  expect(rows('person', { search: 'lu' })).toEqual([LUIS])
  expect(rows('license', { search: '26-002 sch' })).toEqual(['Journeymen 1', LUIS, 'Apprentices 1', KIM])
  expect(rows('job', { search: 'school' })).toEqual(['26-002 School 2', KIM, LUIS])
  expect(rows('job', { search: 'kim' })).toEqual(['26-002 School 1', KIM])
  expect(rows('job', { search: 'nobody' })).toEqual([])
})

test('the address says which rows and weeks are shown, and what it gets wrong is left out', () => {
  const search = 'weeks=8&group=job&license=laborer&crew=9&only=short&project=7'
  const choices = { weeks: 8, group: 'job', license: 'laborer', crew_id: 9, only: 'short', project_id: 7 }
  const place = readPlace(search, '2027-03-08')
  expect(place).toMatchObject(choices)
  expect(choicesIn(new URL(hrefOf(place), 'http://x').searchParams)).toEqual(choices)
  const usual = { weeks: 2, group: 'license', license: null, crew_id: null, only: null, project_id: null }
  expect(choicesIn(new URLSearchParams('weeks=9&group=x&license=x&crew=x&only=x&project=x'))).toEqual(usual)
})
