import { signal } from '@preact/signals-react'
import { expect, test } from 'vitest'
import type { CurrentUser } from '#core/access/access.ts'
import { reportRole } from './analytics.ts'

const buildUser = (role: string, name = 'Dana'): CurrentUser => ({
  id: 1,
  name,
  email: 'dana@plumbline.test',
  role,
  permissions: {},
  customer_id: null,
  contact_type_id: null,
})

test('only the role is sent, when someone signs in or their role changes', () => {
  const user = signal<CurrentUser | null>(null)
  const sent: string[] = []
  reportRole({ user, url: signal('https://analytics.example/'), send: (_, body) => sent.push(body) })
  user.value = buildUser('foreman')
  user.value = buildUser('foreman', 'Renamed')
  user.value = buildUser('admin')
  user.value = null
  expect(sent).toEqual(['{"role":"foreman"}', '{"role":"admin"}'])
})

test('without an analytics URL nothing is sent', () => {
  const sent: string[] = []
  reportRole({ user: signal(buildUser('admin')), url: signal(null), send: (_, body) => sent.push(body) })
  expect(sent).toEqual([])
})
