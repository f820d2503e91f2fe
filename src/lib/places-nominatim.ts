import { formatAddress, type Address } from './address.ts'
import { lettersOf } from './address-states.ts'
import { zipIn, type Suggestion } from './places.ts'

/** Nominatim's response with `addressdetails`, limited to the fields used. */
export type NominatimAnswer = readonly {
  lat: string
  lon: string
  address: {
    country_code?: string
    house_number?: string
    road?: string
    city?: string
    town?: string
    village?: string
    hamlet?: string
    municipality?: string
    state?: string
    'ISO3166-2-lvl4'?: string
    postcode?: string
  }
}[]

/** Nominatim restricts results to the US itself. */
export const nominatimQuery = (url: string, text: string): string =>
  `${url}/search?${new URLSearchParams({ q: text, format: 'jsonv2', addressdetails: '1', countrycodes: 'us', limit: '10' })}`

/** The US streets and houses among Nominatim's results. */
export function fromNominatim(answer: NominatimAnswer): Suggestion[] {
  return answer.flatMap(({ lat, lon, address: place }) => {
    if (place.country_code?.toLowerCase() !== 'us' || !place.road) return []
    const iso = /^US-([A-Z]{2})$/.exec(place['ISO3166-2-lvl4'] ?? '')?.[1]
    const address: Address = {
      line1: [place.house_number, place.road].filter(Boolean).join(' '),
      line2: '',
      city: place.city ?? place.town ?? place.village ?? place.hamlet ?? place.municipality ?? '',
      state: iso ?? lettersOf(place.state ?? ''),
      postal_code: zipIn(place.postcode),
      geotag: { lat: Number(lat), lng: Number(lon) },
    }
    return [{ label: formatAddress(address), address: async () => address }]
  })
}
