import type { Id } from '../core/access/access.ts'
import type { Day } from '../lib/days.ts'
import type { Ctx } from './ctx.ts'
import type { Story } from './sample-story.ts'

export type { Story }

/** Sample data of a module, seeded after the modules listed in `after`. */
export interface Sample {
  readonly after?: readonly string[]
  seed(ctx: Ctx, tools: SeedTools): Promise<void>
}
/** What a record says of a stored file. */
export interface KeptFile {
  readonly name: string
  readonly mime: string
  readonly size: number
  readonly path: string
  readonly image: boolean
}

export interface SeedTools {
  /**
   * A pseudo-random integer in [0, below), from a sequence per module that is the same on every machine and every day.
   */
  pick(below: number): number
  /** What happens in the company around a day, so that all modules tell the same. */
  story(today: Day): Story
  /** Puts a file into the store, and returns what a record says of it. */
  keepFile(name: string, mime: string, bytes: Uint8Array): Promise<KeptFile>
  /** Gives the user the password shared by all sample users. */
  setPassword(user: Id): Promise<void>
}
