import { expect, test } from 'vitest'
import { defineEntity } from './entity.ts'
import { instant, ref, text } from './fields.ts'
import { actionWords, forWhom, pastTense, statesAfter } from './past-tense.ts'

test.each([
  ['created', 'created'],
  ['archive', 'archived'],
  ['dispute', 'disputed'],
  ['reject', 'rejected'],
  ['submit', 'submitted'],
  ['send', 'sent'],
  ['reset_password', 'reset password'],
  ['sign_out', 'signed out'],
  ['make_official', 'made official'],
])('%s becomes “%s”', (action, text) => expect(pastTense(action)).toBe(text))

test('a step of a workflow uses the text of its description', () => {
  const letters = defineEntity('letter', {
    endpoint: 'api/letters',
    area: 'letters',
    sort: 'name',
    fields: { name: text(), author_id: ref('user'), sent_at: instant().optional().readonly() },
    actions: ['send', 'unsend'],
    workflow: {
      states: { draft: { label: 'Draft' }, sent: { label: 'Sent', stamp: 'sent' } },
      steps: {
        send: {
          from: ['draft'],
          to: 'sent',
          label: 'Send',
          done: 'Sent.',
          for: 'author_id',
        },
        unsend: { from: ['sent'], to: 'draft', label: 'Unsend', done: 'Taken back.', history: 'took back' },
      },
    },
  })
  expect(['send', 'unsend', 'created'].map((action) => actionWords(letters, action))).toEqual([
    'sent',
    'took back',
    'created',
  ])
  // A step of another is taken for whoever the record was with at the time.
  const sent = { changes: {} }
  const passed = { changes: { author_id: { old: 8, new: 9 } } }
  const [now, then] = statesAfter({ author_id: 9 }, [passed, sent])
  expect([now, then]).toEqual([{ author_id: 9 }, { author_id: 8 }])
  expect([forWhom(letters, 'send', then ?? {}, 7), forWhom(letters, 'updated', now ?? {}, 7)]).toEqual([8, null])
  expect(forWhom(letters, 'send', then ?? {}, 8)).toBeNull()
})
