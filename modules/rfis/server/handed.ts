import { partOf } from '../../handover/slots.ts'
import { users } from '../../users/entities.ts'
import { rfis } from '../entities.ts'
import { printedRfi } from '../printed.ts'

export const handedRfis = partOf({
  key: 'rfis',
  label: 'RFIs',
  order: 10,
  entity: rfis,
  columns: ['assigned_id', 'sent_at', 'due_date'],
  async print(rfi, { zone }, { read }) {
    const ids = rfi.distributions.map(({ user_id }) => user_id)
    const people = ids.length ? await read((ctx) => ctx.shown(users, { id: ids })) : []
    return printedRfi(
      rfi,
      people.flatMap(({ name }) => name ?? []),
      zone,
    )
  },
})
