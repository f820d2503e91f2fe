import type { Address } from './address.ts'

/** Who looks addresses up: Google with the company's key, or a geocoder of its own. */
export type Places = { provider: 'google'; key: string } | { provider: 'photon' | 'nominatim'; url: string }

/** Something a lookup found, and its address, which some lookups are asked for only once it is chosen. */
export interface Suggestion {
  label: string
  address(): Promise<Address>
}

/** Where maps begin when nothing says otherwise (rule map-centre); lookups prefer what is near. */
export const defaultView = { center: { lat: 46.2, lng: -119.1 }, zoom: 8 } as const

/** Reads `google:<key>`, `photon:<url>` or `nominatim:<url>`; null for anything else. */
export function readPlaces(text: string | null | undefined): Places | null {
  const [, provider, rest = ''] = /^(google|photon|nominatim):(\S+)$/.exec(text?.trim() ?? '') ?? []
  if (provider === 'google') return { provider, key: rest }
  if (provider !== 'photon' && provider !== 'nominatim') return null
  const url = URL.parse(rest)
  return url && /^https?:$/.test(url.protocol) ? { provider, url: url.href.replace(/\/$/, '') } : null
}

/** The first ZIP code in what a map has for one, which may be several. */
export const zipIn = (text = ''): string => /\b\d{5}(-\d{4})?\b/.exec(text)?.[0] ?? ''
