import { expect, test } from 'vitest'
import { defineEntity } from '#core/entity/entity.ts'
import { instant, text } from '#core/entity/fields.ts'
import { actionWords, pastTense } from './past-tense.ts'

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
    fields: { name: text(), sent_at: instant().optional().readonly() },
    actions: ['send', 'unsend'],
    workflow: {
      states: { draft: { label: 'Draft' }, sent: { label: 'Sent', stamp: 'sent' } },
      steps: {
        send: {
          from: ['draft'],
          to: 'sent',
          label: 'Send',
          done: 'Sent.',
          history: (_, by) => (by === 7 ? 'sent' : 'sent for the author'),
        },
        unsend: { from: ['sent'], to: 'draft', label: 'Unsend', done: 'Taken back.', history: 'took back' },
      },
    },
  })
  expect(['send', 'unsend', 'created'].map((action) => actionWords(letters, action, {}, 8))).toEqual([
    'sent for the author',
    'took back',
    'created',
  ])
})
