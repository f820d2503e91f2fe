import type { Id } from '../access/access.ts'
import type { Base } from '../entity/entity.ts'

/** How long a response may be in flight that was written before a deletion already reported, in milliseconds. */
const UNDER_WAY = 60_000

/** Remembers deleted and hidden records, so that a late event or response does not bring them back. */
export interface Deletions {
  /**
   * Notes the time of a deletion: `moment`, or else the stored record's `updated_at`. If both are unknown, it counts
   * from now by this browser's clock, and only for a minute, because that clock may be wrong. False when the deletion
   * was known already.
   */
  note(id: Id, moment: string | undefined): boolean
  /** Notes that a change at this moment hid a record from this user: they may see it again, but no older version of it. */
  hide(id: Id, moment: string): void
  /** True for a version that is not newer than the record's deletion; a newer one cancels the deletion. */
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
      // If a deletion is reported twice, the reliable time is kept.
      if (!known || (moment !== undefined && known.moment < next.moment)) noted.set(id, next)
      return known === undefined
    },
    hide: (id, moment) => void noted.set(id, { moment: Date.parse(moment) - 1, until: Infinity }),
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
