import { formatAddress, type Address } from './address.ts'
import { lettersOf } from './address-states.ts'
import { defaultView, zipIn, type Suggestion } from './places.ts'

/** Photon's response, limited to the fields used: OpenStreetMap data as GeoJSON. */
export interface PhotonAnswer {
  features: readonly {
    geometry: { coordinates: readonly number[] }
    properties: {
      countrycode?: string
      type?: string
      name?: string
      housenumber?: string
      street?: string
      city?: string
      district?: string
      state?: string
      postcode?: string
    }
  }[]
}

/** Requests more results than are shown, because Photon searches worldwide. */
export function photonQuery(url: string, text: string): string {
  const { lat, lng } = defaultView.center
  return `${url}/api?${new URLSearchParams({ q: text, lang: 'en', limit: '15', lat: `${lat}`, lon: `${lng}` })}`
}

/** The US streets and houses among Photon's results. */
export function fromPhoton({ features }: PhotonAnswer): Suggestion[] {
  return features.flatMap(({ geometry, properties: { countrycode, type, name, ...place } }) => {
    const [lng, lat] = geometry.coordinates
    const street = place.street ?? (type === 'street' ? name : undefined)
    if (countrycode?.toUpperCase() !== 'US' || !street) return []
    const address: Address = {
      line1: [place.housenumber, street].filter(Boolean).join(' '),
      line2: '',
      city: place.city ?? place.district ?? '',
      state: lettersOf(place.state ?? ''),
      postal_code: zipIn(place.postcode),
      geotag: lat === undefined || lng === undefined ? null : { lat, lng },
    }
    return [{ label: formatAddress(address), address: async () => address }]
  })
}
