import { loadScript } from '#lib/load-script.ts'
import type { GooglePlace } from '#lib/places-google.ts'

/** One of Google's guesses; its address is asked for only when it is chosen. */
interface Prediction {
  readonly text: { readonly text: string }
  toPlace(): GooglePlace & { fetchFields(request: { fields: readonly string[] }): Promise<unknown> }
}

/** As much of Google's Places library as a lookup needs. */
export interface GoogleLibrary {
  readonly AutocompleteSuggestion: {
    fetchAutocompleteSuggestions(request: {
      input: string
      includedRegionCodes: readonly string[]
      language: string
      sessionToken: object
    }): Promise<{ suggestions: readonly { placePrediction: Prediction | null }[] }>
  }
  readonly AutocompleteSessionToken: new () => object
}

declare global {
  var google: { maps: { importLibrary(name: 'places'): Promise<GoogleLibrary> } } | undefined
  /** Called by Google's script once it can be used, which is later than it is loaded. */
  var onGoogleMaps: (() => void) | undefined
}

const asked = new Map<string, Promise<GoogleLibrary>>()

/**
 * Google's Places library, loaded when it is first needed and once.
 * @throws when the script cannot be loaded after all retries; a later call tries anew.
 */
export function loadGoogle(key: string): Promise<GoogleLibrary> {
  const known = asked.get(key)
  if (known) return known
  const coming = load(key).catch((error: unknown) => {
    asked.delete(key)
    throw error
  })
  asked.set(key, coming)
  return coming
}

async function load(key: string): Promise<GoogleLibrary> {
  const ready = new Promise<void>((done) => {
    globalThis.onGoogleMaps = done
  })
  const query = new URLSearchParams({ key, v: 'quarterly', loading: 'async', callback: 'onGoogleMaps' })
  await loadScript(`https://maps.googleapis.com/maps/api/js?${query}`)
  await ready
  if (!globalThis.google) throw new Error('Google’s script is there and brings nothing.')
  return globalThis.google.maps.importLibrary('places')
}
