/** How a record is presented to users everywhere: in history, pickers, toasts, the outbox, mail and PDF headings. */
export interface DisplaySpec<R> {
  /** Singular and plural noun: "RFI", "RFIs". */
  noun?: string
  plural?: string
  /** A name of the icon set. */
  icon?: string
  /** A short title for the record. */
  title?(record: R): string
  /** A second line. */
  subtitle?(record: R): string
  /** The record's page; null if it has none. */
  href?(record: R): string | null
  /**
   * Whether the search of everything finds them (rule find), by the texts that are `searchable`; with another plural, or a page
   * that is not their own.
   */
  findable?: boolean | { plural?: string; href?(record: R): string }
}
// The record type is erased here on purpose.
// oxlint-disable-next-line typescript/no-explicit-any
export type Display = Required<DisplaySpec<any>>

/**
 * A count of an entity's records per parent, which is included in the parent and kept up to date live; it includes only
 * records that the reader may see.
 * @example totals: { 'project.open_rfis': { of: 'project_id', where: { resolved_at: null }, labels: ['open RFI', 'open RFIs'] } }
 */
export interface Count {
  /** The field with the parent's id. */
  readonly of: string
  /** Which records count, by stored values; null matches empty ones. */
  readonly where: Readonly<Record<string, string | number | boolean | null>>
  /** The noun for one and for many: "open RFI", "open RFIs". */
  readonly labels: readonly [one: string, many: string]
}

/** When a record is read-only, together with the entities that declare `whileActive` on it. */
export interface Activity {
  /** The record is inactive while this field is set. */
  readonly until: string
  /** The error message in that case: "This project is archived." */
  readonly message: string
  /** Actions on the inactive record itself that are possible all the same, such as reopening it. */
  readonly except?: readonly string[]
}

/** What an action makes of a record: the fields that it changes. */
export type Effect<R> = (
  record: R,
  body: Readonly<Record<string, unknown>>,
  by: { readonly user_id: number; readonly now: string },
) => Partial<R>
// The record type is erased here on purpose.
// oxlint-disable-next-line typescript/no-explicit-any
export type AnyEffect = Effect<any>
