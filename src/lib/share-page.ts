/** A kind of records, such as work items, as the page of a link shows them. */
export interface SharedKind {
  /** The last part of their addresses. */
  readonly path: string
  readonly noun: string
  /** How many digits its numbers have at least. */
  readonly digits: number
  /** In order: an item is in the last one whose moment is set, of those that have one. */
  readonly states: readonly { readonly label: string; readonly tone: string; readonly at: string | null }[]
  /** The step by which who has to do one says that it is done. */
  readonly done: { readonly step: string; readonly label: string } | null
  /** Records that are its lines: where they are, what each type is called, and what is told of one, in order. */
  readonly lines?: {
    readonly path: string
    readonly names: Readonly<Record<string, string>>
    readonly fields: readonly string[]
  }
}

/** What the server says of a share link to who has opened it, beside the records that it shows (rule share-link). */
export interface SharePage {
  readonly link: number
  readonly company: string
  /** Whom to call about it. */
  readonly maker: string
  readonly phone: string | null
  readonly project_number: string
  readonly project_name: string
  /** Null for a poster, which anybody reads. */
  readonly recipient: string | null
  readonly recipient_id: number
  /** What it shows: sheets of drawings, files in folders, or work items, of a kind. */
  readonly noun: 'sheet' | 'file' | 'item'
  readonly kind: SharedKind | null
  readonly title: string
  readonly until: string
  readonly may_download: boolean
  readonly asks: boolean
  /** Whether the recipient may write, send photos, and say that something is done. */
  readonly answers: boolean
  /** The moment of this answer. */
  readonly as_of: string
  /** The opening before this one; null for the first. */
  readonly since: string | null
  readonly confirmed_at: string | null
}

/** The secret in the address of a share link; null for any other page. */
export const linkTokenIn = (path: string): string | null => /^\/s\/([0-9a-f]{32})\/?$/.exec(path)?.[1] ?? null
