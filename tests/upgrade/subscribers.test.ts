import { expect, test } from 'vitest'
import { loadModules } from '#server/modules.ts'
import { createCatalog } from '#server/resource/catalog.ts'

/** What jobs of 0.2.0 call the subscribers that they wait for. Those of a database run once, or fail after an hour. */
const known = [
  'daily-logs daily_log_entry created+updated',
  'drawings drawing publish',
  'punch-items message created punch item',
  'punch-items punch_item complete+reject',
  'punch-items punch_item created+updated',
  'rfis message created',
  'rfis rfi send',
  'schedule schedule_event decline+updated',
  'schedule schedule_notice created',
  'tasks message created task',
  'tasks project created+updated',
  'tasks schedule_event created',
  'tasks task complete',
  'tasks task created+updated',
  'time timecard answer_dispute',
  'time timecard approve',
  'time timecard dispute',
  'time timecard reject',
  'time timecard reopen',
  'time timecard sign',
]

test('jobs that wait in a database find their subscribers after an upgrade', async () => {
  const { subscribers } = createCatalog('sqlite', await loadModules())
  const keys = subscribers.map(({ key }) => key)
  expect(known.filter((key) => !keys.includes(key))).toEqual([])
})
