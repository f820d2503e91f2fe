import { readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'
import type { FirstHour, FirstStep } from '#blocks/slots.ts'
import { firstSteps } from '#blocks/slots.ts'
import type { Module } from '#core/module/define-module.ts'
import { createRegistry } from '#core/module/registry.ts'
import { defaultRules } from '#lib/overtime/rules.ts'
import type { CurrentUser } from '#core/access/access.ts'

const admin: CurrentUser = {
  id: 1,
  name: 'Me',
  email: 'me@first.example',
  role: 'admin',
  permissions: {},
  customer_id: null,
  contact_type_id: null,
}
const folder = new URL('../modules/', import.meta.url)
const modules: Module[] = await Promise.all(
  readdirSync(fileURLToPath(folder)).map(async (id) => (await import(new URL(`${id}/module.ts`, folder).href)).default),
)
const steps: readonly FirstStep[] = createRegistry(modules).filled(firstSteps, admin)
const about: FirstHour = { user: admin, noted: false, sample: null }
const me = { id: admin.id, role: 'admin', name: 'Me' }
const company = { name: null, time_zone: 'America/Los_Angeles', week_start: 'sunday', payday: 6 }

/** Records that tell nothing, and those that tell that a step was done, by the step; the rest of a record is not asked. */
const told: Record<string, { readonly before: object[]; readonly after: object[]; readonly said: string }> = {
  company: { before: [company], after: [{ ...company, name: 'Lund' }], said: 'Lund' },
  time_zone: { before: [company], after: [{ ...company, time_zone: 'America/Chicago' }], said: 'Chicago' },
  overtime: {
    before: [{ rules: defaultRules }],
    after: [{ rules: { ...defaultRules, weekly_limit: 44 } }],
    said: 'Over 44 hours a week, by state',
  },
  cost_codes: { before: [], after: [{ id: 1 }, { id: 2 }], said: '2 codes' },
  people: { before: [me], after: [me, { id: 9, role: 'employee' }], said: '1 person beside you' },
  project: { before: [], after: [{ id: 1, number: '26-001', name: 'Clinic' }], said: '26-001 Clinic' },
  pay_period: { before: [company], after: [{ ...company, week_start: 'monday' }], said: 'Weekly from Monday' },
  office: {
    before: [me, { id: 9, role: 'foreman' }],
    after: [me, { id: 8, role: 'office_staff', name: 'Eve' }],
    said: 'Eve',
  },
  hours: { before: [], after: [{ project_id: 1 }], said: 'Hours are coming in' },
}

describe('the steps of the first hour (rule first-hour)', () => {
  test('stand in their order', () => {
    expect(steps.map(({ id }) => id)).toEqual(Object.keys(told))
  })

  test.each(steps.map((step) => [step.id, step] as const))('%s is done where records say so', (id, step) => {
    const { before = [], after = [], said } = told[id] ?? {}
    expect([step.done(before as never, about), step.done(after as never, about)]).toEqual([null, said])
  })

  test.each(['time_zone', 'overtime', 'pay_period'])('%s is done where what was there was saved', (id) => {
    const step = steps.find((one) => one.id === id)
    expect(step?.done((told[id]?.before ?? []) as never, { ...about, noted: true })).not.toBeNull()
  })

  test('nothing of the sample project counts', () => {
    for (const id of ['project', 'hours']) {
      const step = steps.find((one) => one.id === id)
      const records = [{ id: 1, project_id: 1, number: '1', name: 'Sample' }]
      expect([id, step?.done(records as never, { ...about, sample: 1 })]).toEqual([id, null])
    }
  })
})
