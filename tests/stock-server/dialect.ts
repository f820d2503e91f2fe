/** How a server writes its answers, where the specification leaves that open. */
export interface Dialect {
  /** Records and lists are in `data`, and what is said of a page in `meta`, as Laravel's API resources have it. */
  readonly wrapped?: boolean
  /** Numbers are text, ids too, and booleans are 0 and 1, as drivers of databases read them. */
  readonly texts?: boolean
  /** What is empty is not there, and a map without entries is an empty list, as PHP writes it. */
  readonly sparse?: boolean
}

/** Every server speaks one of these. */
export const dialects = {
  plain: {},
  wrapped: { wrapped: true },
  texts: { texts: true },
  sparse: { sparse: true },
  loose: { wrapped: true, texts: true, sparse: true },
} satisfies Record<string, Dialect>

const isEmpty = (value: unknown) => value === null || value === '' || (Array.isArray(value) && !value.length)

/** A record, or a list of them, as the dialect writes them. */
export function write(value: unknown, dialect: Dialect): unknown {
  if (Array.isArray(value)) return value.map((one) => write(one, dialect))
  if (dialect.texts && typeof value === 'number') return String(value)
  if (dialect.texts && typeof value === 'boolean') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value)
  if (dialect.sparse && !entries.length) return []
  return Object.fromEntries(
    entries.flatMap(([name, part]) => (dialect.sparse && isEmpty(part) ? [] : [[name, write(part, dialect)] as const])),
  )
}

/** A page of a list, of which `about` says where it is. */
export function writePage(data: unknown[], about: object, dialect: Dialect): object {
  const written = write(data, dialect)
  return dialect.wrapped
    ? { data: written, links: { first: null, last: null }, meta: about }
    : { data: written, ...about }
}

/** A record, or a list that is not paged. */
export const writeWhole = (value: unknown, dialect: Dialect): unknown =>
  dialect.wrapped ? { data: write(value, dialect) } : write(value, dialect)
