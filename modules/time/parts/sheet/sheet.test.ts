import { describe, expect, test } from 'vitest'
import { createSheet } from './sheet.ts'

const opened = () => {
  const sheet = createSheet({ project_id: 7, date: '2026-11-19', own: 1 })
  sheet.add([{ user_id: 2 }, { user_id: 3 }])
  return sheet
}
const [first, second, third] = [1, 2, 3]

describe('the Enter Time sheet', () => {
  test('starts with the user’s own row and the given project', () => {
    const sheet = createSheet({ project_id: 7, date: '2026-11-19', own: 1 })
    expect(sheet.rows.value).toMatchObject([{ user_id: 1, hours: null, cost_code_id: null }])
    expect(sheet.head.value).toEqual({ type: 'standard', date: '2026-11-19', project_id: 7, per_diem: false })
    expect(createSheet({ project_id: null, date: '2026-11-19', own: null }).rows.value).toEqual([])
    const planned = createSheet({ project_id: 7, date: '2026-11-19', own: 1, hours: 8 })
    expect(planned.rows.value).toMatchObject([{ user_id: 1, hours: 8, cost_code_id: null }])
    expect(planned.hours.value).toBe(8)
  })

  test('a type other than standard clears project and codes; switching back restores the preset project', () => {
    const sheet = opened()
    sheet.setRow(first, { hours: 8, cost_code_id: 40 })
    sheet.setHead({ type: 'shop' })
    expect(sheet.head.value.project_id).toBeNull()
    expect(sheet.rows.value[0]).toMatchObject({ hours: 8, cost_code_id: null })
    sheet.setHead({ type: 'standard' })
    expect(sheet.head.value.project_id).toBe(7)
  })

  test('other types clear the projects and codes of lines that have their own, too', () => {
    const sheet = createSheet({ project_id: null, date: '2026-11-19', own: null })
    sheet.add([{ user_id: 1, hours: 8, project_id: 5, cost_code_id: 50 }])
    sheet.setHead({ type: 'vacation' })
    sheet.setHead({ type: 'standard' })
    expect(sheet.rows.value).toMatchObject([{ hours: 8, project_id: null, cost_code_id: null }])
  })

  test('a line with 0 hours is saved where per diem is paid for it', () => {
    let pays = false
    const sheet = createSheet({ project_id: 7, date: '2026-11-19', own: 1 }, () => pays)
    sheet.add([{ user_id: 2 }])
    sheet.setRow(first, { hours: 0, cost_code_id: 40 })
    expect(sheet.dirty.value).toBe(true)
    sheet.setHead({ per_diem: true })
    expect(sheet.drafts()).toBeNull()
    pays = true
    expect(sheet.drafts()?.drafts).toMatchObject([{ user_id: 1, hours: 0, per_diem: true }])
    sheet.setHead({ per_diem: false })
    expect(sheet.drafts()).toBeNull()
    expect(sheet.alert.value).toBe('Please add at least one entry with hours.')
  })

  test('changing the project clears the codes; choosing the same one does not', () => {
    const sheet = opened()
    sheet.setRow(first, { cost_code_id: 40 })
    sheet.setHead({ project_id: 7 })
    expect(sheet.rows.value[0]?.cost_code_id).toBe(40)
    sheet.setHead({ project_id: 8 })
    expect(sheet.rows.value[0]?.cost_code_id).toBeNull()
  })

  test('date, per diem and type apply to all rows; only rows with hours are saved', () => {
    const sheet = opened()
    sheet.setRow(first, { hours: 8, cost_code_id: 40 })
    sheet.setRow(second, { hours: 0, cost_code_id: 41 })
    sheet.setRow(third, { hours: 2.5, cost_code_id: 41, notes: 'Left at noon' })
    sheet.setHead({ date: '2026-11-18', per_diem: true })
    const common = { type: 'standard', date: '2026-11-18', per_diem: true, project_id: 7 }
    expect(sheet.drafts()?.drafts).toEqual([
      { ...common, user_id: 1, hours: 8, cost_code_id: 40, notes: null },
      { ...common, user_id: 3, hours: 2.5, cost_code_id: 41, notes: 'Left at noon' },
    ])
    expect(sheet.hours.value).toBe(10.5)
  })

  test('missing values are reported with the messages of rule time-entry', () => {
    const sheet = opened()
    expect(sheet.drafts()).toBeNull()
    expect(sheet.alert.value).toBe('Please add at least one entry with hours.')
    sheet.setRow(first, { hours: 8 })
    expect(sheet.alert.value).toBeNull()
    expect(sheet.drafts()).toBeNull()
    expect(sheet.alert.value).toBe('Please select a cost code for each entry.')
    expect(sheet.rows.value.map(({ error }) => error)).toEqual([
      'Please select a cost code for each entry.',
      undefined,
      undefined,
    ])
    sheet.setHead({ project_id: null })
    expect(sheet.drafts()).toBeNull()
    expect(sheet.projectError.value).toBe('Project is required')
    sheet.setHead({ type: 'vacation' })
    expect(sheet.drafts()?.drafts).toMatchObject([{ type: 'vacation', project_id: null, cost_code_id: null }])
  })

  test('hours that cannot be are errors of their rows, and nothing is saved', () => {
    const sheet = opened()
    sheet.setRow(first, { hours: 8, cost_code_id: 40 })
    sheet.setRow(second, { hours: Number.NaN, cost_code_id: 40 })
    sheet.setRow(third, { hours: -3, cost_code_id: 40 })
    expect(sheet.drafts()).toBeNull()
    expect(sheet.rows.value.map(({ error }) => error)).toEqual([
      undefined,
      'Hours must be a number.',
      'Hours must be 0 or more.',
    ])
    expect(sheet.hours.value).toBe(8)
  })

  test('rows with a project of their own keep it and their code whatever the sheet’s project is', () => {
    const sheet = createSheet({ project_id: null, date: '2026-11-19', own: null })
    sheet.add([
      { user_id: 1, hours: 8, project_id: 5, cost_code_id: 50 },
      { user_id: 2, hours: 4, project_id: 6, cost_code_id: 60 },
    ])
    expect(sheet.drafts()?.drafts).toMatchObject([
      { user_id: 1, project_id: 5, cost_code_id: 50 },
      { user_id: 2, project_id: 6, cost_code_id: 60 },
    ])
    sheet.setHead({ project_id: 7 })
    expect(sheet.rows.value.map(({ cost_code_id }) => cost_code_id)).toEqual([50, 60])
    sheet.add([{ user_id: 3, hours: 8 }])
    expect(sheet.drafts()).toBeNull()
    expect(sheet.rows.value.map(({ error }) => !!error)).toEqual([false, false, true])
  })

  test('server errors appear on their rows, and errors of the project on the project', () => {
    const sheet = opened()
    sheet.setRow(first, { hours: 8, cost_code_id: 40 })
    sheet.setRow(third, { hours: 20, cost_code_id: 40 })
    const sent = sheet.drafts()?.rows ?? []
    sheet.refuse(sent, { 'data.1.hours': ['More than 24 hours entered for Kim on 11/19.'] }, null)
    expect(sheet.rows.value.map(({ error }) => error)).toEqual([
      undefined,
      undefined,
      'More than 24 hours entered for Kim on 11/19.',
    ])
    sheet.refuse(sent, { 'data.0': ['This week is approved and locked.'] }, 'general')
    expect(sheet.rows.value[0]?.error).toBe('This week is approved and locked.')
    sheet.refuse(sent, { 'data.0.project_id': ['This project is archived.'] }, null)
    expect(sheet.projectError.value).toBe('This project is archived.')
    sheet.refuse(sent, {}, 'Something went wrong.')
    expect(sheet.alert.value).toBe('Something went wrong.')
  })

  test('filling down copies the first filled row to the empty ones', () => {
    const sheet = opened()
    sheet.setRow(first, { hours: 8, cost_code_id: 40 })
    sheet.setRow(third, { hours: 4 })
    sheet.fillDown()
    expect(sheet.rows.value.map(({ hours, cost_code_id }) => [hours, cost_code_id])).toEqual([
      [8, 40],
      [8, 40],
      [4, 40],
    ])
  })
})
