import { expect, test } from 'vitest'
import {
  addressLines,
  addressOfPlace,
  directionsUrl,
  formatAddress,
  isAddress,
  isAt,
  noAddress,
  orNone,
} from './address.ts'

const component = (type: string, long_name: string, short_name = long_name) => ({
  long_name,
  short_name,
  types: [type, 'political'],
})

test('a place becomes an address as rule address-from-place says', () => {
  const place = {
    address_components: [
      component('street_number', '1514'),
      component('route', 'West 21st Avenue', 'W 21st Ave'),
      component('administrative_area_level_3', 'Somewhere else'),
      component('locality', 'Kennewick'),
      component('administrative_area_level_1', 'Washington', 'WA'),
      component('postal_code', '99337'),
    ],
    geometry: { location: { lat: () => 46.2, lng: () => -119.1 } },
  }
  const address = addressOfPlace(place)
  expect(address).toEqual({
    line1: '1514 West 21st Avenue',
    line2: '',
    city: 'Kennewick',
    state: 'WA',
    postal_code: '99337',
    geotag: { lat: 46.2, lng: -119.1 },
  })
  expect(formatAddress(address)).toBe('1514 West 21st Avenue, Kennewick, WA 99337')
})

test('without a locality the third-level area is the city, and what is missing is empty', () => {
  const address = addressOfPlace({
    address_components: [component('administrative_area_level_3', 'Burbank'), component('route', 'Route 12')],
  })
  expect(address).toMatchObject({ line1: 'Route 12', city: 'Burbank', state: '', geotag: null })
  expect(formatAddress(address)).toBe('Route 12, Burbank')
})

const home = {
  line1: '1514 W 21st Ave',
  line2: 'Gym',
  city: 'Kennewick',
  state: 'WA',
  postal_code: '99337',
  geotag: { lat: 46.1935, lng: -119.1371 },
}

test('it stands over lines as on an envelope, without gaps', () => {
  expect(addressLines(home)).toEqual(['1514 W 21st Ave', 'Gym', 'Kennewick, WA 99337'])
  expect(addressLines({ ...noAddress, state: 'OR' })).toEqual(['OR'])
  expect(addressLines({ ...noAddress, geotag: home.geotag })).toEqual(['46.1935, -119.1371'])
})

test('directions lead to the very spot, or else to what is written', () => {
  const way = 'https://www.google.com/maps/dir/?api=1&destination='
  expect(directionsUrl(home)).toBe(`${way}46.1935%2C-119.1371`)
  expect(directionsUrl({ ...home, line1: '5 A & B St #2', geotag: null })).toBe(
    `${way}5%20A%20%26%20B%20St%20%232%2C%20Gym%2C%20Kennewick%2C%20WA%2099337`,
  )
})

test('an address is told from whatever else there is, and none is null', () => {
  expect([home, noAddress].every(isAddress)).toBe(true)
  expect([null, 'Pasco', 5, [], {}, { ...home, city: null }].some(isAddress)).toBe(false)
  expect(orNone({ ...noAddress, city: ' ' })).toBeNull()
  expect(orNone({ ...noAddress, geotag: home.geotag })).not.toBeNull()
  expect(orNone(home)).toBe(home)
})

test.each<[string, Partial<typeof home>, boolean]>([
  ['a suite', { line2: '' }, true],
  ['case, dots and spaces', { line1: '1514 w. 21st  ave ', city: 'KENNEWICK' }, true],
  ['the last digits of the ZIP code', { postal_code: '99337-1234' }, true],
  ['another number', { line1: '1516 W 21st Ave' }, false],
  ['another city', { city: 'Pasco' }, false],
  ['another state', { state: 'OR' }, false],
  ['no ZIP code', { postal_code: '' }, false],
])('%s: whether an address is still where it was located', (_, change, still) => {
  expect(isAt({ ...home, ...change }, home)).toBe(still)
})

test('adding what a lookup did not know moves nothing', () => {
  expect(isAt(home, { ...home, city: '', state: '', postal_code: '' })).toBe(true)
  expect(isAt(home, { ...home, line1: '' })).toBe(false)
})
