import { expect, test } from 'vitest'
import { lettersOf } from './use-tab-keys.ts'

test('each tab has the first letter of its name that none before it has', () => {
  const labels = ['Overview', 'Daily Logs', 'Drawings', 'RFIs', 'Punch', 'Tasks', 'Documents', 'Schedule', 'Time']
  expect([...lettersOf(labels).values()].join('')).toBe('odrfptcsi')
  expect(lettersOf(['3D', 'D', '42'])).toEqual(new Map([['3D', 'd']]))
})
