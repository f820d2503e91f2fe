import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { slot, type Ctx, type Slot } from '#server/define-server.ts'
import type { Project } from './entities.ts'

/** What a module has on the sample project (rule sample-project). */
export interface SamplePart {
  /** What of a project is counted before it is taken out; each has a `project_id`. */
  readonly of: Entity
  /** Adds some to the new sample project. */
  add?(project: Project, ctx: Ctx): Promise<void>
  /** Takes out what does not go with a deleted project by itself. */
  take?(project_id: Id, ctx: Ctx): Promise<void>
}
export const sampleParts: Slot<SamplePart> = slot('sample parts')
