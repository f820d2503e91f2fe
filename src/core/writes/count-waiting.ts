/** The database on the device with the changes that wait to be sent; under version 0.1's name, so that what it kept is. */
export const OUTBOX = 'plumbline outbox'

/** How many changes wait on this device, whoever made them. Where none ever did, nothing is made or loaded for it. */
export async function countWaiting(): Promise<number> {
  const known = await globalThis.indexedDB?.databases?.().catch(() => [])
  if (!known?.some(({ name }) => name === OUTBOX)) return 0
  const { createStorage } = await import('./storage.ts')
  return createStorage(OUTBOX).count()
}
