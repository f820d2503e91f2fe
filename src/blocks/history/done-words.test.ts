import { expect, test } from 'vitest'
import { doneWords } from './done-words.ts'

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
])('%s is told as “%s”', (action, words) => expect(doneWords(action)).toBe(words))
