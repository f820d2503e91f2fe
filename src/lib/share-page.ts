/** What the server says of a share link to who has opened it, beside the records that it shows (rule share-link). */
export interface SharePage {
  readonly link: number
  readonly company: string
  /** Whom to call about it. */
  readonly maker: string
  readonly phone: string | null
  readonly project_number: string
  readonly project_name: string
  readonly recipient: string
  /** What it shows: sheets of drawings, or files in folders. */
  readonly noun: 'sheet' | 'file'
  readonly title: string
  readonly until: string
  readonly may_download: boolean
  readonly asks: boolean
  /** The moment of this answer. */
  readonly as_of: string
  /** The opening before this one; null for the first. */
  readonly since: string | null
  readonly confirmed_at: string | null
}

/** The secret in the address of a share link; null for any other page. */
export const linkTokenIn = (path: string): string | null => /^\/s\/([0-9a-f]{32})\/?$/.exec(path)?.[1] ?? null
