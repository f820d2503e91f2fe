import { textKey } from './text-key.ts'

/** Coordinates in degrees. */
export interface Geotag {
  lat: number
  lng: number
}

/** An address in the US (rule address-from-place). */
export interface Address {
  line1: string
  line2: string
  city: string
  state: string
  postal_code: string
  geotag: Geotag | null
}

/** The response of a places lookup, in Google's format. */
export interface Place {
  address_components: readonly { long_name: string; short_name: string; types: readonly string[] }[]
  geometry?: { location: { lat: number | (() => number); lng: number | (() => number) } }
}

const valueOf = (value: number | (() => number)) => (typeof value === 'function' ? value() : value)

/**
 * The address of a place: line1 is street number plus route; city the locality or third-level area; state the short
 * name of the first-level area; geotag from the geometry (rule address-from-place).
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

/** On one line, without missing parts: `1514 W 21st Ave, Kennewick, WA 99337`. */
export function formatAddress({ line1, line2, city, state, postal_code }: Address): string {
  const region = [state, postal_code].filter(Boolean).join(' ')
  return [line1, line2, city, region].filter(Boolean).join(', ')
}

/** As on an envelope, without missing lines; an address with only a geotag becomes its latitude and longitude. */
export function addressLines({ line1, line2, city, state, postal_code, geotag }: Address): string[] {
  const region = [state, postal_code].filter(Boolean).join(' ')
  const lines = [line1, line2, [city, region].filter(Boolean).join(', ')].filter(Boolean)
  return lines.length || !geotag ? lines : [`${geotag.lat}, ${geotag.lng}`]
}

/** A Google Maps link for directions, which opens on every platform; it uses the coordinates if they are known. */
export function directionsUrl(address: Address): string {
  const { geotag } = address
  const destination = geotag ? `${geotag.lat},${geotag.lng}` : formatAddress(address)
  return `https://www.google.com/maps/dir/?api=1&destination=${encodeURIComponent(destination)}`
}

/** An empty address. */
export const noAddress: Address = { line1: '', line2: '', city: '', state: '', postal_code: '', geotag: null }

const words = ['line1', 'line2', 'city', 'state', 'postal_code'] as const
/** The parts of an address that users type. */
export type AddressPart = (typeof words)[number]

/** Whether a JSON value is an address: all its parts are text, of whatever content. */
export const isAddress = (value: unknown): value is Address =>
  typeof value === 'object' && value !== null && words.every((part) => typeof Reflect.get(value, part) === 'string')

/** The address, or null if it is empty. */
export const orNone = (address: Address): Address | null =>
  address.geotag || words.some((part) => address[part].trim()) ? address : null

const key = (text: string) =>
  textKey(text)
    .replace(/[\s,.]+/g, ' ')
    .trim()

/**
 * Whether an edited address is still at the place of `located`, so that its geotag stays valid: the street is
 * unchanged, and so are the city, state and ZIP code as far as they were known. Adding missing parts or a suite keeps
 * the place.
 */
export function isAt(typed: Address, located: Address): boolean {
  const kept = (part: 'city' | 'state') => !located[part] || key(typed[part]) === key(located[part])
  const zip = ({ postal_code }: Address) => postal_code.replace(/\D/g, '').slice(0, 5)
  return (
    key(typed.line1) === key(located.line1) &&
    kept('city') &&
    kept('state') &&
    (!located.postal_code || zip(typed) === zip(located))
  )
}
