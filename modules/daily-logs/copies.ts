import type { DraftOf } from '#core/entity/entity.ts'
import type { logEntries, LogEntry } from './entities.ts'

/** What is copied from an earlier day unless told otherwise, and what may be. */
export const usualKinds = ['manpower', 'equipment'] as const
export const copiedKinds: readonly string[] = [...usualKinds, 'delivery', 'visitor', 'note']

type Draft = DraftOf<typeof logEntries>

/** The values that make two lines the same company or thing. */
const identityOf = (entry: Draft): string => {
  const values = new Map<string, unknown>(Object.entries(entry))
  const names = ['type', 'contact_id', 'company', 'trade', 'name', 'supplier', 'body']
  return JSON.stringify(names.map((name) => values.get(name) ?? null)).toLowerCase()
}

/**
 * An earlier day's lines as those of another day: with hours at zero and without what the day has already. Photos and
 * weather belong to their day and are never copied.
 */
export function copiesOf(
  earlier: readonly LogEntry[],
  present: readonly LogEntry[],
  kinds: readonly string[],
): Draft[] {
  const known = new Set(present.map(identityOf))
  return earlier.flatMap((entry): Draft[] => {
    if (entry.status !== 'approved' || !kinds.includes(entry.type) || known.has(identityOf(entry))) return []
    switch (entry.type) {
      case 'manpower': {
        const { type, contact_id, company, trade, workers } = entry
        return [{ type, contact_id, company, trade, workers, hours: 0 }]
      }
      case 'equipment':
        return [{ type: entry.type, name: entry.name, hours_operating: 0, hours_idle: 0, inspected: false }]
      case 'delivery':
        return [{ type: entry.type, supplier: entry.supplier, contents: entry.contents }]
      case 'visitor':
        return [{ type: entry.type, name: entry.name, company: entry.company, purpose: entry.purpose }]
      case 'note':
        return [{ type: entry.type, body: entry.body, is_issue: entry.is_issue }]
      default:
        return []
    }
  })
}
