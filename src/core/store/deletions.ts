import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'

/** How long an answer may be under way that was written before a deletion we heard of. */
const UNDER_WAY = 60_000

/** Remembers what was deleted, so that a late event or answer never brings it back. */
export interface Deletions {
  /**
   * Notes a deletion at its moment: the one told, or else the held record's `updated_at`. A deletion of which neither
   * is known counts from now by this browser's clock, and only for a minute, because that clock may be wrong.
   * False when the id was noted already.
   */
  note(id: Id, moment: string | undefined): boolean
  /** True for a record that is no newer than its deletion; a later one ends the deletion. */
  covers(record: Pick<Base, 'id' | 'updated_at'>): boolean
  clear(): void
}

export function createDeletions(): Deletions {
  const noted = new Map<Id, { moment: number; until: number }>()
  const find = (id: Id) => {
    const found = noted.get(id)
    if (found && found.until > Date.now()) return found
    noted.delete(id)
    return undefined
  }
  return {
    note(id, moment) {
      const known = find(id)
      const now = Date.now()
      const next =
        moment === undefined ? { moment: now, until: now + UNDER_WAY } : { moment: Date.parse(moment), until: Infinity }
      // Told twice, a deletion keeps the moment that is known for certain.
      if (!known || (moment !== undefined && known.moment < next.moment)) noted.set(id, next)
      return known === undefined
    },
    covers({ id, updated_at }) {
      if (!noted.size) return false
      const found = find(id)
      if (!found) return false
      if (!(Date.parse(updated_at) > found.moment)) return true
      noted.delete(id)
      return false
    },
    clear: () => noted.clear(),
  }
}
