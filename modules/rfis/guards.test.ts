import { describe, expect, test } from 'vitest'
import { ballInCourt, follows, hasAnswer, isFlagged } from './guards.ts'

const [me, other, third] = [1, 2, 3]
const by = (...ids: number[]) => ids.map((user_id) => ({ user_id }))
const rfi = (part: object = {}) => ({ user_id: other, assigned_id: null, distributions: by(), views: by(), ...part })
const message = (user_id: number, ...views: number[]) => ({ user_id, views: by(...views) })

describe('an RFI is flagged for someone', () => {
  test.each([
    // description, RFI, messages, flagged
    ['created by me, no messages', rfi({ user_id: me }), [], false],
    ['created by me, my own message', rfi({ user_id: me }), [message(me)], false],
    ['created by me, an answer I have not viewed', rfi({ user_id: me }), [message(other)], true],
    ['created by me, an answer I have viewed', rfi({ user_id: me }), [message(other, me)], false],
    ['created by me, one of two answers viewed', rfi({ user_id: me }), [message(other, me), message(third)], true],
    ['assigned to me, not viewed', rfi({ assigned_id: me }), [], true],
    ['assigned to me, viewed', rfi({ assigned_id: me, views: by(me) }), [], false],
    ['assigned to me, viewed, a new answer', rfi({ assigned_id: me, views: by(me) }), [message(third)], true],
    ['assigned to me, viewed, only my answers', rfi({ assigned_id: me, views: by(me) }), [message(me)], false],
    ['assigned to me, not viewed, answer viewed', rfi({ assigned_id: me }), [message(third, me)], true],
    ['on the distribution, not viewed', rfi({ distributions: by(third, me) }), [], true],
    ['on the distribution, viewed by others only', rfi({ distributions: by(me), views: by(third) }), [], true],
    ['on the distribution, viewed', rfi({ distributions: by(me), views: by(me) }), [], false],
    ['none of mine, everything unread', rfi({ assigned_id: third, distributions: by(third) }), [message(third)], false],
  ])('%s', (_, one, messages, flagged) => {
    expect(isFlagged(one, messages, me)).toBe(flagged)
  })

  test('following means being the author, the assignee or on the distribution', () => {
    expect(follows(rfi(), me)).toBe(false)
    expect(
      [rfi({ user_id: me }), rfi({ assigned_id: me }), rfi({ distributions: by(me) })].map((one) => follows(one, me)),
    ).toEqual([true, true, true])
  })
})

describe('the ball is in the court of', () => {
  const at = (part: object) => ({
    user_id: me,
    assigned_id: other,
    sent_at: '2026-11-01T00:00:00Z',
    resolved_at: null,
    last_user_id: null,
    ...part,
  })
  test.each([
    ['the creator until it is sent', at({ sent_at: null }), me],
    ['the assignee once it is sent', at({}), other],
    ['the creator when the last message is the assignee’s', at({ last_user_id: other }), me],
    ['the assignee when the last message is someone else’s', at({ last_user_id: third }), other],
    ['the creator when nobody is assigned', at({ assigned_id: null }), me],
    ['nobody when it is resolved', at({ resolved_at: '2026-11-02T00:00:00Z' }), null],
  ])('%s', (_, one, whose) => {
    expect(ballInCourt(one)).toBe(whose)
  })

  test.each([
    ['of nobody’s without a message', at({ assigned_id: null }), false],
    ['of nobody’s after somebody else wrote', at({ assigned_id: null, last_user_id: third }), true],
    ['of the assignee’s after the author wrote', at({ last_user_id: me }), false],
    ['of the assignee’s after the assignee wrote', at({ last_user_id: other }), true],
    ['that is not sent', at({ sent_at: null, last_user_id: other }), false],
  ])('an RFI %s has an answer or not', (_, one, answered) => {
    expect(hasAnswer(one)).toBe(answered)
  })
})
