import type { Id } from '#core/access/access.ts'
import type { Address } from '#lib/address.ts'
import type { Day } from '#lib/days.ts'
import type { Reply } from './answers.ts'
import type { CalendarType } from './entities.ts'

/** One person of a crew, as the agenda names them. */
export interface CrewMember {
  readonly user_id: Id
  readonly name: string
  readonly license: string | null
  /** Null where the reader may not have it. */
  readonly phone: string | null
  readonly lead: boolean
  readonly reply: Reply
  readonly reason: string | null
}
/** A calendar event of a day. */
export interface AgendaEvent {
  readonly id: Id
  readonly type: CalendarType
  readonly title: string
  readonly starts_at: string | null
  readonly ends_at: string | null
  readonly location: string | null
  readonly project_id: Id | null
  /** Whether it is for the reader, by name or with everybody; what a device keeps of an earlier version does not say. */
  readonly own?: boolean
}
/** A job of a day with the crew on it. */
export interface AgendaJob {
  readonly date: Day
  readonly project_id: Id
  readonly name: string
  readonly number: string
  readonly address: Address | null
  readonly phase: string | null
  readonly start_time: string
  /** The reader's own assignment there; null where others work. */
  readonly mine: {
    readonly event_id: Id
    readonly hours: number
    readonly lead: boolean
    readonly start_time: string
    readonly meeting_place: string | null
    readonly note: string | null
    readonly reply: Reply
  } | null
  readonly crew: readonly CrewMember[]
  readonly documents: readonly { readonly id: Id; readonly name: string }[]
}
export interface Agenda {
  readonly from: Day
  readonly to: Day
  readonly today: Day
  readonly jobs: readonly AgendaJob[]
  readonly events: readonly (AgendaEvent & { readonly date: Day })[]
}
