import { describe, expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import type { Sight } from '#core/entity/rules.ts'
import { matches } from '#core/query/matches.ts'
import { costCodes } from '../cost-codes/entities.ts'
import { deriveEntry, entryErrors, mayWrite, readsEntry } from './entry-guards.ts'
import { timecards } from './timecards.ts'

const AT = '2026-03-20T16:00:00.000Z'
const NO = 'You do not have permission to do that.'
const NO_ADMIN = 'You may not enter admin time.'
const LOCKED = { status: 422, message: 'This week is approved and locked.', errors: {} }

/** A person of the team who sees these records, by the conditions that rules ask them by. */
function sight(known: { weeks?: object[]; codes?: object[] }, permissions: CurrentUser['permissions'] = {}): Sight {
  const user = { id: 7, name: 'Kim', email: '', role: 'foreman', permissions, customer_id: null, contact_type_id: null }
  const recordsOf = (entity: Entity) => (entity === timecards ? known.weeks : known.codes) ?? []
  return {
    user,
    now: AT,
    warn: () => {},
    one: (entity, where) => recordsOf(entity).find((one) => matches(where, one) === true) as never,
  }
}
const deletes = { timeEntries: { delete: true } }
const admin = { adminTimeEntries: { edit: true } }

describe('an entry', () => {
  const entry = { user_id: 3, date: '2026-03-11', type: 'standard', creator_id: 7 } as const
  /** The week of a person that starts on a Sunday. */
  const week = (week_start: string, more: object = { approved_at: AT }) => ({ user_id: 3, week_start, ...more })

  test('changes as long as its week is not approved, on whatever day that starts', () => {
    const may = (verb: string, ...weeks: object[]) => mayWrite(verb, { before: entry, draft: {} }, sight({ weeks }))
    expect(may('edit')).toBe(true)
    expect(may('edit', week('2026-03-08', { approved_at: null }))).toBe(true)
    for (const start of ['2026-03-05', '2026-03-08', '2026-03-11']) expect(may('edit', week(start))).toEqual(LOCKED)
    for (const start of ['2026-03-04', '2026-03-12']) expect(may('edit', week(start))).toBe(true)
    expect(may('edit', { ...week('2026-03-08'), user_id: 4 })).toBe(true)
  })

  test('neither leaves an approved week nor moves into one', () => {
    const by = sight({ weeks: [week('2026-03-08')] })
    expect(mayWrite('edit', { before: entry, draft: { date: '2026-03-18' } }, by)).toEqual(LOCKED)
    expect(mayWrite('edit', { before: { ...entry, date: '2026-03-18' }, draft: { date: '2026-03-11' } }, by)).toEqual(
      LOCKED,
    )
    expect(mayWrite('edit', { before: { ...entry, user_id: 4 }, draft: { user_id: 3 } }, by)).toEqual(LOCKED)
    expect(mayWrite('create', { before: null, draft: entry }, by)).toEqual(LOCKED)
    // What is not known yet, such as the person of a new line, is no reason to refuse it.
    for (const draft of [{}, { user_id: 3 }, { date: '2026-03-11' }])
      expect(mayWrite('create', { before: null, draft }, by)).toBe(true)
  })

  test('is deleted by who may, and one of admin time by who enters that', () => {
    const [others, own] = [{ ...entry, creator_id: 8 }, entry]
    expect(mayWrite('delete', { before: others, draft: {} }, sight({}))).toBe(NO)
    expect(mayWrite('delete', { before: others, draft: {} }, sight({}, deletes))).toBe(true)
    expect(mayWrite('edit', { before: others, draft: {} }, sight({}))).toBe(true)
    const time = { ...own, type: 'admin' as const }
    for (const verb of ['edit', 'delete']) {
      expect(mayWrite(verb, { before: time, draft: {} }, sight({}, deletes))).toBe(NO_ADMIN)
      expect(mayWrite(verb, { before: time, draft: {} }, sight({}, { ...deletes, ...admin }))).toBe(true)
    }
    expect(mayWrite('create', { before: null, draft: { type: 'admin' } }, sight({}))).toBe(true)
  })

  test('is read with the weeks it is in and moves to, and its cost code', () => {
    const [to, from, code] = readsEntry({ user_id: 3, date: '2026-03-18', cost_code_id: 5 }, entry)
    expect([to?.entity, from?.entity, code]).toEqual([timecards, timecards, { entity: costCodes, where: { id: 5 } }])
    const isIn = (where: object | undefined, day: string) => matches(where ?? {}, week(day))
    expect([isIn(to?.where, '2026-03-12'), isIn(to?.where, '2026-03-18'), isIn(to?.where, '2026-03-11')]).toEqual([
      true,
      true,
      false,
    ])
    expect([isIn(from?.where, '2026-03-05'), isIn(from?.where, '2026-03-04')]).toEqual([true, false])
    expect(readsEntry({ user_id: 3 }, null)).toEqual([])
    expect(readsEntry({ cost_code_id: null }, null)).toEqual([])
  })

  test('of other than standard time is on no project and code', () => {
    const none = { project_id: null, cost_code_id: null }
    expect([deriveEntry({}, null), deriveEntry({ type: 'standard' }, { type: 'shop' })]).toEqual([{}, {}])
    expect([deriveEntry({ type: 'shop' }, null), deriveEntry({}, { type: 'vacation' })]).toEqual([none, none])
  })

  test('is of admin time only for who enters that, but for one that was', () => {
    const errors = { type: [NO_ADMIN] }
    expect(entryErrors({ type: 'admin' }, null, sight({}))).toEqual(errors)
    expect(entryErrors({ type: 'admin' }, { type: 'standard' }, sight({}))).toEqual(errors)
    expect(entryErrors({ type: 'admin' }, null, sight({}, admin))).toEqual({})
    expect(entryErrors({}, { type: 'admin' }, sight({}))).toEqual({})
    expect(entryErrors({ type: 'shop' }, null, sight({}))).toEqual({})
  })

  test('has an active code of its project, or the one it had', () => {
    const codes = [
      { id: 5, project_id: 1, active: true },
      { id: 6, project_id: 1, active: false },
      { id: 7, project_id: 2, active: false },
    ]
    const errorsOf = (cost_code_id: number | null, before: { cost_code_id: number } | null = null, project_id = 1) =>
      entryErrors({ project_id, cost_code_id }, before, sight({ codes }))
    expect([errorsOf(5), errorsOf(99), errorsOf(null), errorsOf(5, null, 0)]).toEqual([{}, {}, {}, {}])
    expect(errorsOf(6)).toEqual({ cost_code_id: ['This cost code is not active.'] })
    expect(errorsOf(6, { cost_code_id: 5 })).toEqual({ cost_code_id: ['This cost code is not active.'] })
    expect(errorsOf(6, { cost_code_id: 6 })).toEqual({})
    for (const before of [null, { cost_code_id: 7 }])
      expect(errorsOf(7, before)).toEqual({ cost_code_id: ['Choose a cost code of this project.'] })
  })
})
