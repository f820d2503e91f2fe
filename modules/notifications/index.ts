import type { Services } from '#blocks/services/services.tsx'
import type { Id } from '#core/access/access.ts'
import type { Entity } from '#core/entity/entity.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { Result } from '#core/resource/result.ts'

/** A record that somebody was told of. */
export interface Subject {
  readonly entity: Entity
  readonly id: Id
  readonly project_id: Id
}

/** How one hears no more of a record than what is with oneself. */
export interface Mute {
  /** Whether records of this kind can be muted. */
  offers(entity: Entity): boolean
  mute(services: Pick<Services, 'api'>, subject: Subject): Promise<Result<unknown>>
}
export const mutes: Slot<Mute> = slot('mutes')
