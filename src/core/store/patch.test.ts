import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { patch } from './patch.ts'

interface Item {
  rank: number
  id: number
}
const by = (a: Item, b: Item) => a.rank - b.rank || a.id - b.id

test('a patched list is the list sorted anew, and the same array when nothing moved', () => {
  const change = fc.record({ id: fc.nat(60), rank: fc.nat(20), kept: fc.boolean() })
  fc.assert(
    fc.property(
      fc.array(fc.nat(20), { maxLength: 60 }),
      fc.uniqueArray(change, { selector: (c) => c.id }),
      (ranks, changes) => {
        const items = new Map(ranks.map((rank, id): [number, Item] => [id, { rank, id }]))
        const list = [...items.values()].sort(by)
        const touched = new Set<Item>()
        const dropped = new Set<Item>()
        for (const { id, rank, kept } of changes) {
          const item = items.get(id) ?? { rank, id }
          items.set(id, item)
          item.rank = rank
          touched.add(item)
          if (!kept) dropped.add(item)
        }
        const next = patch(list, touched, by, (item) => !dropped.has(item))
        const wanted = [...new Set([...list, ...touched])].filter((item) => !dropped.has(item)).sort(by)
        expect(next).toEqual(wanted)
        if (wanted.length === list.length && wanted.every((item, at) => item === list[at])) expect(next).toBe(list)
      },
    ),
  )
})
