import { expect, test } from 'vitest'
import { addressOfPlace, formatAddress } from './address.ts'

const component = (type: string, long_name: string, short_name = long_name) => ({
  long_name,
  short_name,
  types: [type, 'political'],
})

test('a place becomes an address by the rules of the specification', () => {
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
