import { describe, expect, test } from 'vitest'
import { lettersOf } from './address-states.ts'
import { fromGoogle } from './places-google.ts'
import { fromNominatim, nominatimQuery } from './places-nominatim.ts'
import { fromPhoton, photonQuery } from './places-photon.ts'
import { defaultView, readPlaces, zipIn, type Suggestion } from './places.ts'

const all = (suggestions: readonly Suggestion[]) => Promise.all(suggestions.map((one) => one.address()))
const school = {
  line1: '1514 West 21st Avenue',
  line2: '',
  city: 'Kennewick',
  state: 'WA',
  postal_code: '99337',
  geotag: { lat: 46.1906, lng: -119.1361 },
}

test('maps begin where rule map-center says', () => {
  expect(defaultView).toEqual({ center: { lat: 46.2, lng: -119.1 }, zoom: 8 })
})

test('one variable says who looks addresses up', () => {
  expect(readPlaces(' google:AIza-5_x ')).toEqual({ provider: 'google', key: 'AIza-5_x' })
  expect(readPlaces('photon:https://photon.example/')).toEqual({ provider: 'photon', url: 'https://photon.example' })
  expect(readPlaces('nominatim:http://localhost:8081/geo')).toEqual({
    provider: 'nominatim',
    url: 'http://localhost:8081/geo',
  })
  for (const none of [
    null,
    undefined,
    '',
    'google:',
    'photon:example',
    'photon:ftp://x',
    'bing:key',
    'photon:https://a b',
  ])
    expect(readPlaces(none)).toBeNull()
})

test('states have two letters, and what is no state has none', () => {
  expect(['Washington', 'Oregon', 'District of Columbia', 'Bavaria', 'constructor'].map(lettersOf)).toEqual([
    'WA',
    'OR',
    'DC',
    '',
    '',
  ])
})

test('of several ZIP codes the first is taken', () => {
  expect(['99337', '99337-1234', '99336;99337', 'none', undefined].map(zipIn)).toEqual([
    '99337',
    '99337-1234',
    '99336',
    '',
    '',
  ])
})

describe('Photon', () => {
  const feature = (properties: object) => ({
    type: 'Feature',
    geometry: { type: 'Point', coordinates: [-119.1361, 46.1906] },
    properties: {
      osm_type: 'N',
      osm_id: 2345678901,
      countrycode: 'US',
      country: 'United States',
      county: 'Benton County',
      city: 'Kennewick',
      state: 'Washington',
      postcode: '99337',
      ...properties,
    },
  })
  const house = feature({ osm_key: 'place', type: 'house', housenumber: '1514', street: 'West 21st Avenue' })

  test('houses and streets become addresses', async () => {
    const street = feature({ osm_key: 'highway', type: 'street', name: 'West 21st Avenue', postcode: undefined })
    const found = fromPhoton({ features: [house, street] })
    expect(found[0]?.label).toBe('1514 West 21st Avenue, Kennewick, WA 99337')
    expect(await all(found)).toEqual([school, { ...school, line1: 'West 21st Avenue', postal_code: '' }])
  })

  test('what is elsewhere in the world or on no street is left out', () => {
    const abroad = feature({ type: 'house', housenumber: '1', street: 'Hauptstraße', countrycode: 'DE' })
    const city = feature({ osm_key: 'place', type: 'city', name: 'Kennewick' })
    expect(fromPhoton({ features: [abroad, city] })).toEqual([])
  })

  test('is asked near the middle of the map', () => {
    const url = new URL(photonQuery('https://photon.example', 'W 21st & Olson'))
    expect(url.pathname).toBe('/api')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({ q: 'W 21st & Olson', lat: '46.2', lon: '-119.1' })
  })
})

describe('Nominatim', () => {
  const answer = (address: object) => ({
    place_id: 301,
    lat: '46.1906',
    lon: '-119.1361',
    display_name: '1514, West 21st Avenue, Kennewick, Benton County, Washington, 99337, United States',
    address: {
      house_number: '1514',
      road: 'West 21st Avenue',
      city: 'Kennewick',
      county: 'Benton County',
      state: 'Washington',
      'ISO3166-2-lvl4': 'US-WA',
      postcode: '99337',
      country: 'United States',
      country_code: 'us',
      ...address,
    },
  })

  test('answers become addresses, of towns and villages too', async () => {
    const village = answer({ city: undefined, village: 'Finley', 'ISO3166-2-lvl4': undefined })
    const found = fromNominatim([answer({}), village])
    expect(found[0]?.label).toBe('1514 West 21st Avenue, Kennewick, WA 99337')
    expect(await all(found)).toEqual([school, { ...school, city: 'Finley' }])
  })

  test('what is elsewhere in the world or on no street is left out', () => {
    expect(fromNominatim([answer({ country_code: 'ca' }), answer({ road: undefined })])).toEqual([])
  })

  test('is asked for the US alone', () => {
    const url = new URL(nominatimQuery('https://maps.example/geo', '1514 W 21st'))
    expect(url.pathname).toBe('/geo/search')
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      q: '1514 W 21st',
      countrycodes: 'us',
      addressdetails: '1',
    })
  })
})

test('a place of Google’s becomes an address as rule address-from-place says', () => {
  const component = (type: string, longText: string, shortText = longText) => ({ longText, shortText, types: [type] })
  const place = {
    addressComponents: [
      component('street_number', '1514'),
      component('route', 'West 21st Avenue', 'W 21st Ave'),
      component('locality', 'Kennewick'),
      component('administrative_area_level_2', 'Benton County'),
      component('administrative_area_level_1', 'Washington', 'WA'),
      component('country', 'United States', 'US'),
      component('postal_code', '99337'),
    ],
    location: { lat: () => 46.1906, lng: () => -119.1361 },
  }
  expect(fromGoogle(place)).toEqual(school)
  expect(fromGoogle({})).toMatchObject({ line1: '', geotag: null })
})
