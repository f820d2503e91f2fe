import { addressOfPlace, type Address } from './address.ts'

/** A place from Google's Places library, after its details were fetched. */
export interface GooglePlace {
  addressComponents?: readonly { longText: string | null; shortText: string | null; types: readonly string[] }[]
  location?: { lat: () => number; lng: () => number } | null
}

/** The address of a selected place (rule address-from-place). */
export const fromGoogle = ({ addressComponents = [], location }: GooglePlace): Address =>
  addressOfPlace({
    address_components: addressComponents.map(({ longText, shortText, types }) => ({
      long_name: longText ?? '',
      short_name: shortText ?? longText ?? '',
      types,
    })),
    ...(location && { geometry: { location } }),
  })
