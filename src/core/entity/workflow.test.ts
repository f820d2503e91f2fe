import { describe, expect, expectTypeOf, test } from 'vitest'
import type { CurrentUser } from '../access/access.ts'
import { not } from '../query/where.ts'
import { defineEntity, type ActionOf, type RecordOf } from './entity.ts'
import { choice, longText, text } from './fields.ts'
import { stepped } from './steps.ts'
import { isMarked, stateOf, stepsFor } from './workflow.ts'

const crates = defineEntity('crate', {
  endpoint: 'api/crates',
  area: 'users',
  sort: 'label',
  fields: {
    label: text(),
    phase: choice('empty', 'full').default('empty'),
    refused_reason: longText().optional().readonly(),
    claim: longText().optional().readonly(),
    seal: text().optional().readonly(),
  },
  workflow: {
    states: {
      empty: { label: 'Empty', is: { phase: 'empty' } },
      full: { label: 'Full', is: { phase: 'full' } },
      refused: { label: 'Refused', stamp: 'refused', passing: true },
      shipped: { label: 'Shipped', stamp: 'shipped' },
      arrived: { label: 'Arrived', stamp: 'arrived', refusal: 'It is here already.' },
    },
    marks: {
      watched: { label: 'Watched', stamp: 'watched' },
      claimed: { label: 'Claimed', stamp: 'claimed', when: { claimed_at: not(null), settled_at: null } },
      settled: { label: 'Settled', stamp: 'settled' },
    },
    steps: {
      fill: { to: 'full', label: 'Fill', done: 'Filled.', asks: { seal: text() } },
      ship: { from: ['full', 'refused'], to: 'shipped', label: 'Ship', done: 'Shipped.' },
      refuse: {
        from: ['shipped', 'refused'],
        to: 'refused',
        label: 'Refuse',
        done: 'Refused.',
        reason: { field: 'refused_reason', message: 'Say why.' },
      },
      arrive: { from: ['shipped'], to: 'arrived', label: 'Arrive', done: 'Arrived.' },
      recall: { from: ['shipped', 'arrived'], to: 'full', label: 'Recall', done: 'Recalled.' },
      watch: { marks: 'watched', label: 'Watch', done: 'Watched.' },
      unwatch: { clears: 'watched', label: 'Stop watching', done: 'Not watched.' },
      claim: {
        from: ['arrived'],
        marks: 'claimed',
        clears: 'settled',
        label: 'Claim',
        done: 'Claimed.',
        reason: { field: 'claim', message: 'Say what is missing.' },
      },
      settle: { from: ['claimed'], marks: 'settled', label: 'Settle', done: 'Settled.', refusal: 'Nobody claims it.' },
    },
  },
})
type Crate = RecordOf<typeof crates>

const base = { id: 1, created_at: '', updated_at: '', deleted_at: null, label: 'A', phase: 'empty' as const }
const unset = (...names: string[]) =>
  Object.fromEntries(names.flatMap((name) => [`${name}_id`, `${name}_at`, `${name}_name`].map((key) => [key, null])))
const crate = (values: Partial<Crate> = {}): Crate =>
  Object.assign(
    { ...base, refused_reason: null, claim: null, seal: null },
    unset('refused', 'shipped', 'arrived', 'watched', 'claimed', 'settled'),
    values,
  ) as Crate
// The rules read no more of a user than this.
const user = { id: 7 } as CurrentUser
const NOW = '2026-11-24T10:00:00.000Z'
const take = (action: ActionOf<typeof crates>, record: Crate, body = {}) =>
  stepped(crates, action, record, body, { user, now: NOW })
/** The record after these steps, each of which is possible. */
const after = (record: Crate, ...actions: (ActionOf<typeof crates> | [ActionOf<typeof crates>, object])[]) =>
  actions.reduce((before, each) => {
    const [action, body] = typeof each === 'string' ? [each, {}] : each
    const answer = take(action, before, body)
    if (!('record' in answer) || !answer.record) throw new Error(`${action} is not possible.`)
    return answer.record
  }, record)

test('its stamps are fields, its steps actions, and both are known by name', () => {
  expect(Object.keys(crates.fields)).toEqual(expect.arrayContaining(['shipped_id', 'shipped_at', 'watched_id']))
  expect(crates.computed.shipped_name.facts.related).toEqual({ ref: 'shipped_id', field: 'name' })
  expect(crates.fields.shipped_at.facts.readonly).toBe(true)
  expect(crates.actions).toEqual(expect.arrayContaining(['fill', 'settle']))
  expectTypeOf<Crate['shipped_at']>().toEqualTypeOf<string | null>()
  expectTypeOf<Crate['watched_id']>().toEqualTypeOf<number | null>()
  expectTypeOf<ActionOf<typeof crates>>().toEqualTypeOf<
    'fill' | 'ship' | 'refuse' | 'arrive' | 'recall' | 'watch' | 'unwatch' | 'claim' | 'settle'
  >()
})

describe('a state', () => {
  test('is a condition: values, or a stamp; the last one that holds counts', () => {
    expect(stateOf(crates.workflow, crate())).toBe('empty')
    expect(stateOf(crates.workflow, crate({ phase: 'full' }))).toBe('full')
    expect(stateOf(crates.workflow, crate({ phase: 'full', shipped_at: NOW }))).toBe('shipped')
    // Some servers leave out what is empty.
    expect(stateOf(crates.workflow, { phase: 'full' })).toBe('full')
  })
  test('is entered with its values and its stamp, and left with those of all later ones', () => {
    const shipped = after(crate(), ['fill', { seal: 'X1' }], 'ship')
    expect(shipped).toMatchObject({ phase: 'full', seal: 'X1', shipped_id: 7, shipped_at: NOW })
    const recalled = after(shipped, 'arrive', 'recall')
    expect(recalled).toMatchObject({ phase: 'full', shipped_id: null, shipped_at: null, arrived_at: null })
  })
  test('that is passing leaves neither stamp nor reason', () => {
    const refused = after(crate({ phase: 'full' }), 'ship', ['refuse', { reason: 'Wet' }])
    expect(refused).toMatchObject({ refused_id: 7, refused_reason: 'Wet', shipped_at: null })
    expect(stateOf(crates.workflow, refused)).toBe('refused')
    // Somebody else says it again, in other words.
    expect(after(refused, ['refuse', { reason: 'Torn' }])).toMatchObject({ refused_at: NOW, refused_reason: 'Torn' })
    expect(after(refused, 'ship')).toMatchObject({ refused_id: null, refused_at: null, refused_reason: null })
  })
})

describe('a mark', () => {
  test('is beside the state, and a step that gives or takes it changes nothing else', () => {
    const watched = after(crate({ phase: 'full' }), 'watch')
    expect(watched).toMatchObject({ watched_id: 7, watched_at: NOW, phase: 'full', shipped_at: null })
    expect(stateOf(crates.workflow, watched)).toBe('full')
    expect(take('watch', watched)).toEqual({ record: null })
    expect(after(watched, 'unwatch')).toMatchObject({ watched_id: null, watched_at: null })
    expect(take('unwatch', crate())).toEqual({ record: null })
  })
  test('can be what a step starts from', () => {
    const arrived = crate({ phase: 'full', shipped_at: NOW, arrived_at: NOW })
    expect(take('settle', arrived)).toMatchObject({ denial: { status: 422, message: 'Nobody claims it.' } })
    const claimed = after(arrived, ['claim', { reason: 'Two are missing' }])
    expect(isMarked(crates.workflow, 'claimed', claimed)).toBe(true)
    const settled = after(claimed, 'settle')
    expect(isMarked(crates.workflow, 'claimed', settled)).toBe(false)
    expect(settled.claim).toBe('Two are missing')
    // A new claim is not settled.
    expect(after(settled, ['claim', { reason: 'Three' }])).toMatchObject({ settled_at: null, claim: 'Three' })
  })
})

test('a step says why it is not possible, and what it lacks', () => {
  expect(take('arrive', crate())).toMatchObject({ denial: { status: 422, message: 'This crate is empty.' } })
  const arrived = crate({ phase: 'full', shipped_at: NOW, arrived_at: NOW })
  expect(take('refuse', arrived)).toMatchObject({ denial: { message: 'It is here already.' } })
  expect(take('arrive', arrived)).toEqual({ record: null })
  expect(take('fill', crate())).toMatchObject({ denial: { errors: { seal: ['Seal is required'] } } })
  expect(take('refuse', crate({ phase: 'full', shipped_at: NOW }))).toMatchObject({
    denial: { errors: { reason: ['Say why.'] } },
  })
})

test('the steps that are offered are those from where the record is', () => {
  expect(stepsFor(crates.workflow, crate(), user)).toEqual(['fill', 'watch'])
  expect(stepsFor(crates.workflow, crate({ phase: 'full', watched_at: NOW }), user)).toEqual(['ship', 'unwatch'])
  expect(stepsFor(crates.workflow, crate(), null)).toEqual([])
})
