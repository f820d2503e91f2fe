import type { Pieces } from './json.ts'

/**
 * A page of a list, of which `count` records are on it, in the shape of Laravel's LengthAwarePaginator. Its links start with `appUrl` if there is one, since
 * `url` comes from the Host header, which the client controls.
 */
export function paginate(
  data: Pieces,
  count: number,
  { page, per_page, total, groups }: { page: number; per_page: number; total: number; groups?: readonly object[] },
  url: URL,
  appUrl: string,
) {
  const last_page = Math.max(1, Math.ceil(total / per_page))
  const path = `${appUrl || url.origin}${url.pathname}`
  const link = (number: number) => {
    const search = new URLSearchParams(url.search)
    search.set('page', String(number))
    return `${path}?${search}`
  }
  const prev = page > 1 ? link(page - 1) : null
  const next = page < last_page ? link(page + 1) : null
  const from = count ? (page - 1) * per_page + 1 : null
  const around = Array.from({ length: 7 }, (_, at) => page - 3 + at)
  const linked = [...new Set([1, 2, ...around, last_page - 1, last_page])]
  const near = linked.filter((number) => number >= 1 && number <= last_page).sort((a, b) => a - b)
  return {
    current_page: page,
    data,
    first_page_url: link(1),
    from,
    last_page,
    last_page_url: link(last_page),
    links: [
      { url: prev, label: '&laquo; Previous', active: false },
      ...near.map((number) => ({ url: link(number), label: String(number), active: number === page })),
      { url: next, label: 'Next &raquo;', active: false },
    ],
    next_page_url: next,
    path,
    per_page,
    prev_page_url: prev,
    to: from === null ? null : from + count - 1,
    total,
    ...(groups && { groups }),
  }
}
