import { defineServer } from '#server/define-server.ts'
import { handoverParts, partOf } from '../handover/slots.ts'
import { sampleParts } from '../projects/slots.ts'
import { costCodes } from './entities.ts'
import { sampleCodes } from './server/sample-codes.ts'

export default defineServer({
  fills: [
    sampleParts(sampleCodes),
    handoverParts(
      partOf({
        key: 'cost_codes',
        label: 'Cost codes',
        order: 80,
        entity: costCodes,
        columns: ['budget_hours', 'percent_complete'],
        pdf: false,
      }),
    ),
  ],
})
