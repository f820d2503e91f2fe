/** What pages remember for a history entry while the app is open, for when the person comes back to it. */
const remembered = new Map<string, Map<string, unknown>>()

/** The object in the current entry's state. */
export function entryState(): Readonly<Record<string, unknown>> {
  const state: unknown = history.state
  return typeof state === 'object' && state !== null ? { ...state } : {}
}

/** Identifies the current page in the history; entries of open layers share that of their page. Empty for none. */
export const entryKey = (): string => String(entryState().entry ?? '')

let last = 0
/** A key for a new entry. */
export const newEntry = (): string => `${Date.now().toString(36)}.${++last}`

export const recall = (entry: string, name: string): unknown => remembered.get(entry)?.get(name)

export function rememberAt(entry: string, name: string, value: unknown): void {
  if (entry) remembered.set(entry, (remembered.get(entry) ?? new Map<string, unknown>()).set(name, value))
}
