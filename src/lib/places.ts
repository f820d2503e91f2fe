import type { Address } from './address.ts'

/** The address lookup service: Google with the company's key, or a self-hosted geocoder. */
export type Places = { provider: 'google'; key: string } | { provider: 'photon' | 'nominatim'; url: string }

/** A lookup result, and its address, which some services only provide on a second request. */
export interface Suggestion {
  label: string
  address(): Promise<Address>
}

/** The initial view of maps (rule map-center); lookups prefer places near it. */
export const defaultView = { center: { lat: 46.2, lng: -119.1 }, zoom: 8 } as const

/** Parses `google:<key>`, `photon:<url>` or `nominatim:<url>`; null for anything else. */
export function readPlaces(text: string | null | undefined): Places | null {
  const [, provider, rest = ''] = /^(google|photon|nominatim):(\S+)$/.exec(text?.trim() ?? '') ?? []
  if (provider === 'google') return { provider, key: rest }
  if (provider !== 'photon' && provider !== 'nominatim') return null
  const url = URL.parse(rest)
  return url && /^https?:$/.test(url.protocol) ? { provider, url: url.href.replace(/\/$/, '') } : null
}

/** The first ZIP code in a map's postcode, which may contain several. */
export const zipIn = (text = ''): string => /\b\d{5}(-\d{4})?\b/.exec(text)?.[0] ?? ''
