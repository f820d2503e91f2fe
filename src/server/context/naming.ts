import type { Ctx } from '../ctx.ts'
import type { Directories, Renaming } from '../files/directories.ts'
import type { Context } from './context.ts'

/** The directories, as a transaction changes them together with the records that name them. */
export interface Naming extends Omit<Directories, 'rename'> {
  /**
   * Renames a directory, if there is one, and once the transaction has ended, committed or not, gives it the name that is
   * stored then.
   * @param nameOf reads that name
   * @throws when something else has the new name already, or the file system refuses, which is logged
   */
  rename(key: string, renaming: Renaming, nameOf: (stored: Ctx) => Promise<string | null>): Promise<void>
}

/** The directories of a context, which is asked for late, since it holds these itself. */
export const namingOf = (directories: Directories, context: () => Context): Naming => ({
  ...directories,
  async rename(key, renaming, nameOf) {
    const { whenEnded, services } = context()
    whenEnded.push(async (stored) => directories.settle(key, renaming, await nameOf(stored)))
    await directories.rename(key, renaming).catch((cause: unknown) => {
      services.log(cause)
      throw cause
    })
  },
})
