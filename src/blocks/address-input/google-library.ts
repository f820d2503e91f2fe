import { loadScript } from '#lib/load-script.ts'
import type { GooglePlace } from '#lib/places-google.ts'

/** A prediction of Google's autocomplete. Its address is fetched only when it is chosen. */
interface Prediction {
  readonly text: { readonly text: string }
  toPlace(): GooglePlace & { fetchFields(request: { fields: readonly string[] }): Promise<unknown> }
}

/** The part of Google's Places library that the lookup uses. */
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
  /** Called by Google's script when it is ready, which is later than its load event. */
  var onGoogleMaps: (() => void) | undefined
}

const asked = new Map<string, Promise<GoogleLibrary>>()

/**
 * Loads Google's Places library, once.
 * @throws when the script cannot be loaded after all retries; a later call tries again.
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
  if (!globalThis.google) throw new Error('Google’s script was loaded but defines nothing.')
  return globalThis.google.maps.importLibrary('places')
}
