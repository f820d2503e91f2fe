/** Converts filters to query parameters, with lists as `user_id[]=1&user_id[]=2`. Empty values are left out. */
export function toQuery(filters: Readonly<Record<string, unknown>> = {}): Record<string, string | string[]> {
  const query: Record<string, string | string[]> = {}
  for (const [name, value] of Object.entries(filters)) {
    if (Array.isArray(value)) {
      if (value.length) query[`${name}[]`] = value.map(String)
    } else if (value !== undefined && value !== null && value !== '') query[name] = String(value)
  }
  return query
}
