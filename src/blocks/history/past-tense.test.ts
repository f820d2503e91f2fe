import { expect, test } from 'vitest'
import { pastTense } from './past-tense.ts'

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
])('%s is told as “%s”', (action, words) => expect(pastTense(action)).toBe(words))
