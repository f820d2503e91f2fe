/** An address in the US, by the specification's names (section 3). */
export interface Address {
  line1: string
  line2: string
  city: string
  state: string
  postal_code: string
  geotag: { lat: number; lng: number } | null
}

/** What a places lookup answers, in Google's shape. */
export interface Place {
  address_components: readonly { long_name: string; short_name: string; types: readonly string[] }[]
  geometry?: { location: { lat: number | (() => number); lng: number | (() => number) } }
}

const valueOf = (value: number | (() => number)) => (typeof value === 'function' ? value() : value)

/**
 * The address of a place: line1 is street number plus route; city the locality or third-level area; state the short
 * name of the first-level area; geotag from the geometry (specification section 3).
 */
export function addressOfPlace({ address_components: parts, geometry }: Place): Address {
  const part = (...types: string[]) => parts.find((one) => types.some((type) => one.types.includes(type)))
  const inOrder = (...types: string[]) => types.map((type) => part(type)).find(Boolean)
  return {
    line1: [part('street_number')?.long_name, part('route')?.long_name].filter(Boolean).join(' '),
    line2: '',
    city: inOrder('locality', 'administrative_area_level_3')?.long_name ?? '',
    state: part('administrative_area_level_1')?.short_name ?? '',
    postal_code: part('postal_code')?.long_name ?? '',
    geotag: geometry ? { lat: valueOf(geometry.location.lat), lng: valueOf(geometry.location.lng) } : null,
  }
}

/** On one line, without what is missing: `1514 W 21st Ave, Kennewick, WA 99337`. */
export function formatAddress({ line1, line2, city, state, postal_code }: Address): string {
  const region = [state, postal_code].filter(Boolean).join(' ')
  return [line1, line2, city, region].filter(Boolean).join(', ')
}
