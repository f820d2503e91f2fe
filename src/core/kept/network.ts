/** Whether files may be fetched unasked: at once, once the connection is better, or when a person says so. */
export type Network = 'go' | 'wait' | 'unknown'

interface Told {
  readonly saveData?: boolean
  readonly effectiveType?: string
}

/** What the browser tells of the connection; some tell nothing. */
export function networkOf(told: Told | undefined): Network {
  if (!told || (told.saveData === undefined && told.effectiveType === undefined)) return 'unknown'
  return told.saveData || /[23]g$/.test(told.effectiveType ?? '') ? 'wait' : 'go'
}
