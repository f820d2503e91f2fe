import { open } from 'node:fs/promises'

/** Makes entries of a folder survive power loss. Systems that cannot open folders take care of it themselves. */
export async function syncFolder(folder: string): Promise<void> {
  const held = await open(folder).catch(() => null)
  await held?.sync().catch(() => {})
  await held?.close()
}
