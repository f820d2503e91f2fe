import { defineEntity } from '#core/entity/entity.ts'
import { choice, flag, number, text } from '#core/entity/fields.ts'
import { defineServer, serve } from '#server/define-server.ts'

/** An entity whose records are of two types with fields of their own. */
export const logs = defineEntity('log', {
  endpoint: 'api/logs',
  area: 'users',
  sort: 'id',
  fields: { notes: text().optional() },
  variants: {
    by: 'type',
    of: {
      weather: { sky: text(), windy: flag().default(true) },
      delivery: {
        supplier: text(),
        pieces: number({ decimals: 0 }).default(1),
        unit: choice('box', 'pallet').optional(),
      },
    },
  },
})

export const logModule = { id: 'logs', exports: { logs }, server: defineServer({ serve: [serve(logs, {})] }) }
