import { expect, onTestFinished, test } from 'vitest'
import { area } from '#core/access/access.ts'
import { defineEntity } from '#core/entity/entity.ts'
import { text } from '#core/entity/fields.ts'
import { defineServer, serve } from '#server/define-server.ts'
import { openSqlite } from '#server/db/sqlite.ts'
import { RECORDS_A_TURN } from '#server/files/turns.ts'
import { createSmallWorld } from '../security/small-world.ts'

let worked = 0
const notes = defineEntity('note', {
  endpoint: 'api/notes',
  area: area('notes', {}),
  sort: 'text',
  fields: { text: text() },
})
/** Each draft is checked and stored before the next one, or all are checked before the first is stored. */
const ways = {
  'one after the other': { validate: () => void worked++ },
  together: { prepare: async () => {}, validate: () => void worked++ },
}

test.each(Object.entries(ways))(
  `of 500 records that are saved %s, at most ${RECORDS_A_TURN} are worked on between two turns of others`,
  async (_, rules) => {
    const server = defineServer({ serve: [serve(notes, { ...rules, afterSave: () => void worked++ })] })
    const world = await createSmallWorld(openSqlite(':memory:'), [{ id: 'notes', exports: { notes }, server }])
    onTestFinished(() => world.close())
    const admin = await world.person('admin')
    worked = 0
    let most = 0
    let going = true
    // Others get a turn whenever the event loop comes around.
    const look = () => {
      most = Math.max(most, worked)
      worked = 0
      if (going) setImmediate(look)
    }
    setImmediate(look)
    const data = Array.from({ length: 500 }, (_, at) => ({ text: `Note ${at}` }))
    const answer = await admin.post('/api/notes/store_many', { data })
    going = false
    expect([answer.status, answer.data.length]).toEqual([200, 500])
    // A record is checked once, and followed once.
    expect(most).toBeGreaterThan(0)
    expect(most).toBeLessThanOrEqual(2 * RECORDS_A_TURN)
  },
)
