import { afterEach, describe, expect, test, vi } from 'vitest'
import type { GoogleLibrary } from './google-library.ts'
import { createGoogle, createLookup } from './lookup.ts'

afterEach(() => void vi.unstubAllGlobals())

/** A stub host that gives the same response to every request, and records the requested URLs. */
function host(body: unknown, status = 200) {
  const asked: string[] = []
  vi.stubGlobal('fetch', async (url: string) => {
    asked.push(url)
    return new Response(JSON.stringify(body), { status })
  })
  return asked
}
const feature = (housenumber: string) => ({
  geometry: { coordinates: [-119.1, 46.2] },
  properties: { countrycode: 'US', type: 'house', housenumber, street: 'Oak St', city: 'Pasco', state: 'Washington' },
})

describe('a self-hosted geocoder', () => {
  const lookup = createLookup({ provider: 'photon', url: 'https://photon.example' })

  test('is queried from the third letter on', async () => {
    const asked = host({ features: [] })
    expect(await lookup.find(' 5 ')).toEqual([])
    expect(asked).toEqual([])
    await lookup.find(' 5 Oak ')
    expect(asked).toEqual([expect.stringMatching(/^https:\/\/photon\.example\/api\?q=5\+Oak&/)])
  })

  test('gives at most five addresses without duplicates', async () => {
    host({ features: ['1', '1', '2', '3', '4', '5', '6'].map(feature) })
    const labels = (await lookup.find('Oak St')).map(({ label }) => label)
    expect(labels).toEqual(['1', '2', '3', '4', '5'].map((number) => `${number} Oak St, Pasco, WA`))
  })

  test('rejects on an error status or an unexpected response', async () => {
    host({}, 500)
    await expect(lookup.find('Oak St')).rejects.toThrow('photon.example answered 500')
    host({ message: 'Welcome' })
    await expect(lookup.find('Oak St')).rejects.toThrow(/undefined/)
  })

  test('can be Nominatim', async () => {
    const asked = host([
      { lat: '46.2', lon: '-119.1', address: { country_code: 'us', road: 'Oak St', village: 'Finley' } },
    ])
    const [found] = await createLookup({ provider: 'nominatim', url: 'https://n.example' }).find('Oak St')
    expect(asked[0]).toMatch(/^https:\/\/n\.example\/search\?q=Oak\+St&/)
    expect(await found?.address()).toMatchObject({
      line1: 'Oak St',
      city: 'Finley',
      geotag: { lat: 46.2, lng: -119.1 },
    })
  })
})

describe('Google', () => {
  function library() {
    const requests: { input: string; includedRegionCodes: readonly string[]; sessionToken: object }[] = []
    const fields: (readonly string[])[] = []
    class AutocompleteSessionToken {
      readonly since = requests.length
    }
    const places: GoogleLibrary = {
      AutocompleteSessionToken,
      AutocompleteSuggestion: {
        async fetchAutocompleteSuggestions(request) {
          requests.push(request)
          const place = {
            addressComponents: [
              { longText: '5', shortText: '5', types: ['street_number'] },
              { longText: 'Oak Street', shortText: 'Oak St', types: ['route'] },
            ],
            location: { lat: () => 46.2, lng: () => -119.1 },
            fetchFields: async (request: { fields: readonly string[] }) => fields.push(request.fields),
          }
          return {
            suggestions: [
              { placePrediction: { text: { text: '5 Oak St, Pasco, WA, USA' }, toPlace: () => place } },
              { placePrediction: null },
            ],
          }
        },
      },
    }
    return { find: createGoogle(async () => places), requests, fields }
  }

  test('searches in the US only, and fetches the address when it is chosen', async () => {
    const { find, requests, fields } = library()
    const [found, ...more] = await find('5 Oak')
    expect([found?.label, more]).toEqual(['5 Oak St, Pasco, WA, USA', []])
    expect(requests[0]).toMatchObject({ input: '5 Oak', includedRegionCodes: ['us'] })
    expect(fields).toEqual([])
    expect(await found?.address()).toMatchObject({ line1: '5 Oak Street', geotag: { lat: 46.2, lng: -119.1 } })
    expect(fields).toEqual([['addressComponents', 'location']])
  })

  test('gets the same session token from the first letter to the choice', async () => {
    const { find, requests } = library()
    await find('5 O')
    const [found] = await find('5 Oak')
    await found?.address()
    await find('6 Elm')
    const [first, second, third] = requests.map(({ sessionToken }) => sessionToken)
    expect(first).toBe(second)
    expect(third).not.toBe(first)
  })
})
