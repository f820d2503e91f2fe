import type { CurrentUser, Id } from '#core/access/access.ts'
import { slot, type Slot } from '#core/module/slot.ts'
import type { Entity, RecordOf } from '#core/entity/entity.ts'
import type { Lazy, Link } from '#core/module/define-module.ts'
import type { FilterValues } from '#core/query/filters.ts'
import type { HeldReport } from '#core/writes/held.ts'
import type { Waiting } from '#core/writes/mutation.ts'

type Part = Lazy<Record<never, never>>

/** Components at the end of the top bar: links with a dot. */
export const topBarEnd: Slot<Part> = slot('top bar end')

/** A button of the phone's bottom bar, which opens a page or a dialog. The dialog gets the path of the current page. */
export interface Shortcut {
  label: string
  icon: string
  /** What `/?shortcut=` calls it, for the app's shortcuts on a phone's home screen. */
  name?: string
  /** Whether it is highlighted. */
  primary?: boolean
  open: string | Lazy<{ path: string; onClose: () => void }>
}
export const shortcuts: Slot<Shortcut> = slot('shortcuts')

/** Entities whose records are part of the server's settings: after a change, clients fetch the settings again. */
export const settingsRecords: Slot<Entity> = slot('settings records')

/** The action beside the greeting on the home screen. */
export const homeAction: Slot<Part> = slot('home action')

/** Sections of a person's own account, such as the addresses they were given. */
export const ownAccount: Slot<Part> = slot('own account')

/** Cards of the page about one's own account: what else opens the company in one's name, such as access tokens. */
export const accountCards: Slot<Part> = slot('account cards')

/** What else is known of somebody of the team, below the form of that person. */
export const personParts: Slot<Lazy<{ person: Id }>> = slot('person parts')

/** What comes before all else on the home screen: the day of whoever works on a job, what is new on a guest's. */
export const homeToday: Slot<Part> = slot('home today')

/** Links below what waits for the user on the home screen, to lists across projects. */
export const homeLinks: Slot<Link> = slot('home links')

/** Cards below what waits for the user on the home screen: how the company's work stands, for whom it concerns. */
export const homeCards: Slot<Part> = slot('home cards')

/** Something that waits for the user: a line of the home screen. */
export interface Need {
  /** Unlike any other need of its module. */
  key: string
  icon: string
  title: string
  /** Where it is and in which words. */
  detail: string
  /** The job it belongs to, under which it stands. */
  job?: string
  /** What is late about it, highlighted after the detail. */
  late?: string
  /** By how many days. */
  overdue?: number
  /** `late` comes first, then what someone else waits for, what is due soon, and what can wait. */
  rank: 'late' | 'awaited' | 'soon' | 'open'
  href: string
  /** What its button says: "Answer". */
  label: string
  /** What its button does, where it does not open `href`. */
  act?: () => void
  /** What else can be done about it right there. */
  actions?: readonly { readonly label: string; readonly act: () => Promise<void> }[]
}
/** Components that show nothing: they hand over what waits for the user, or null while that is not known. */
export const needsYou: Slot<Lazy<{ put: (needs: readonly Need[] | null) => void }>> = slot('needs you')

/** A form for several new records of one entity at once, in which a refused change is mended. */
export interface BatchForm {
  entity: string
  /** Shows the drafts with the errors, and saves them with `saveMany(drafts, { instead: waiting.at })`. */
  form: Lazy<{ waiting: Waiting; onClose: () => void }>
}
export const batchForms: Slot<BatchForm> = slot('batch forms')

/** Where a device tells what it holds back of people's changes, though its network is there (rule held-changes). */
export const heldReports: Slot<HeldReport> = slot('held reports')

/** The entity of what people have saved of lists: tabs of every list whose server has it. */
export const savedViews: Slot<Entity> = slot('saved views')

/** A kind of record that a company brings along from another system, in the order of Setup → Import. */
export interface ImportStep {
  readonly entity: Entity
  readonly label: string
  readonly icon: string
  /** What it is needed for, and which columns a file has. */
  readonly about: string
  readonly dialog: Lazy<{ onClose: () => void }>
}
export const importSteps: Slot<ImportStep> = slot('import steps')

/** What a step of the first hour hands to the page around it: what "Save and go on" does; resolves to whether it went through. */
export interface FirstStepProps {
  onReady: (save: (() => Promise<boolean>) | null) => void
}

/** What a step is judged by beside its records. */
export interface FirstHour {
  readonly user: CurrentUser
  /** Whether the step was saved with what was there already, which no record tells. */
  readonly noted: boolean
  /** The project that can be taken out whole, which is nobody's first. */
  readonly sample: Id | null
}

/** A step of the first hour of an empty company (rule first-hour). */
export interface FirstStep<E extends Entity = Entity> {
  /** What the company's settings call it. */
  readonly id: string
  readonly label: string
  /** What stands under the label until it is done. */
  readonly hint: string
  /** What goes for a company that skips it: "weekly from Sunday". */
  readonly without: string
  readonly title: string
  readonly text: string
  /** The records that tell whether it was done, here or elsewhere. */
  readonly of: { readonly entity: E; readonly filters?: FilterValues; readonly limit?: number }
  /** What was done, in words of the list; null while nothing was. */
  done(records: readonly RecordOf<E>[], about: FirstHour): string | null
  readonly body: Lazy<FirstStepProps>
}
// The record type is erased here on purpose: steps about all entities are kept in one list.
// oxlint-disable-next-line typescript/no-explicit-any
export const firstSteps: Slot<FirstStep<any>> = slot('first steps')
/** A step with the types of its records. */
export const firstStepOf = <E extends Entity>(step: FirstStep<E>): FirstStep<E> => step

/** What is left of the first hour, in a line: on Home and in Setup, while a company is shown it. */
export const firstHourLine: Slot<Part> = slot('first hour line')

/** The button of the sample project: in the first hour, and in the company's settings as long as there is one. */
export const sampleProject: Slot<Part> = slot('sample project')
