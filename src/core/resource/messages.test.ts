import { expect, test } from 'vitest'
import { errorsByInput, messageOf } from './messages.ts'

const failed = (status: number, message = '', errors: Record<string, string[]> = {}) => ({ status, message, errors })

test('errors that show beside their inputs are not alerted', () => {
  const errors = { name: ['Name is required.'], 'lines.0.amount': ['Amount must be a number.'] }
  expect(messageOf(failed(422, 'Name is required.', errors), ['name', 'lines'])).toBeNull()
})

test('the first message of each error without an input is alerted', () => {
  const errors = {
    name: ['Name is required.'],
    total: ['Too much.', 'Far too much.'],
    'lines.0.amount': ['Too little.'],
  }
  expect(messageOf(failed(422, 'Given data is invalid.', errors), ['name'])).toBe('Too much.\nToo little.')
})

test('what the server says of phone_email belongs to the phone number', () => {
  const errors = { phone_email: ['Enter an email or a phone number.'], phone_number: ['Must have 10 digits.'] }
  expect(errorsByInput(errors).phone_number).toEqual(['Enter an email or a phone number.', 'Must have 10 digits.'])
  expect(messageOf(failed(422, '', { phone_email: ['x'] }), ['phone_number'])).toBeNull()
})

test('a refusal speaks for itself, anything else gets a general sentence', () => {
  expect(messageOf(failed(403, 'Only foremen may do that.'))).toBe('Only foremen may do that.')
  expect(messageOf(failed(403))).toMatch(/^Something went wrong/)
  expect(messageOf(failed(500, 'SQLSTATE[23000]'))).toBe('Something went wrong. Nothing was lost: please try again.')
  expect(messageOf(failed(0))).toMatch(/^No connection\. Nothing was lost/)
  expect(messageOf(failed(0, 'This needs a connection.'))).toBe('This needs a connection.')
})
