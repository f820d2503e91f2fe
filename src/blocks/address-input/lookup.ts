import { fromGoogle } from '#lib/places-google.ts'
import { fromNominatim, nominatimQuery, type NominatimAnswer } from '#lib/places-nominatim.ts'
import { fromPhoton, photonQuery, type PhotonAnswer } from '#lib/places-photon.ts'
import type { Places, Suggestion } from '#lib/places.ts'
import { loadGoogle, type GoogleLibrary } from './google-library.ts'

/** Finds US addresses that match typed text. */
export interface Lookup {
  /** @throws when the provider does not respond in time. */
  find(text: string): Promise<Suggestion[]>
  /** The attribution to show with the results. */
  readonly credit: string
}

const PATIENCE = 8000
const FEWEST_LETTERS = 3
const MOST = 5

const inTime = <T>(answer: Promise<T>): Promise<T> =>
  Promise.race([
    answer,
    new Promise<never>((_, fail) => setTimeout(() => fail(new Error('No answer in time.')), PATIENCE)),
  ])

async function ask<T>(url: string): Promise<T> {
  const response = await fetch(url, { credentials: 'omit', signal: AbortSignal.timeout(PATIENCE) })
  if (!response.ok) throw new Error(`${new URL(url).host} answered ${response.status}.`)
  return response.json()
}

/** Uses one session token for all requests until a choice, since Google bills by session. */
export function createGoogle(library: () => Promise<GoogleLibrary>): Lookup['find'] {
  let session: object | undefined
  return async (input) => {
    const { AutocompleteSuggestion, AutocompleteSessionToken } = await library()
    session ??= new AutocompleteSessionToken()
    const { suggestions } = await AutocompleteSuggestion.fetchAutocompleteSuggestions({
      input,
      includedRegionCodes: ['us'],
      language: 'en-US',
      sessionToken: session,
    })
    return suggestions.flatMap(({ placePrediction }) => {
      if (!placePrediction) return []
      return {
        label: placePrediction.text.text,
        async address() {
          const place = placePrediction.toPlace()
          session = undefined
          await place.fetchFields({ fields: ['addressComponents', 'location'] })
          return fromGoogle(place)
        },
      }
    })
  }
}

function finderOf(places: Places): Lookup['find'] {
  if (places.provider === 'google') return createGoogle(() => loadGoogle(places.key))
  const { provider, url } = places
  return provider === 'photon'
    ? async (text) => fromPhoton(await ask<PhotonAnswer>(photonQuery(url, text)))
    : async (text) => fromNominatim(await ask<NominatimAnswer>(nominatimQuery(url, text)))
}

/** Creates the lookup that the company has configured. Nothing is loaded before the first search. */
export function createLookup(places: Places): Lookup {
  const find = finderOf(places)
  return {
    credit: places.provider === 'google' ? 'Google Maps' : '© OpenStreetMap contributors',
    async find(text) {
      if (text.trim().length < FEWEST_LETTERS) return []
      const found = await inTime(find(text.trim()))
      return [...new Map(found.map((one) => [one.label, one])).values()].slice(0, MOST)
    },
  }
}
