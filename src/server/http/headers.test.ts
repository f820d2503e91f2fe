import { describe, expect, test } from 'vitest'
import { createTestWorld } from '../../../tests/harness.ts'
import type { Outside } from './headers.ts'

async function answer(outside: Outside & { scriptHashes?: readonly string[] }) {
  const settings = { companyName: 'Three Rivers Electric', pusherKey: 'plumbline', ...outside }
  const world = await createTestWorld({ sample: false, settings })
  const response = await world.app.request('/api/app')
  await world.close()
  const policy = response.headers.get('content-security-policy') ?? ''
  const sources = Object.fromEntries(
    policy.split('; ').map((directive): [string, string[]] => {
      const [name = '', ...from] = directive.split(' ')
      return [name, from]
    }),
  )
  return { sources, told: await response.json(), referrer: response.headers.get('referrer-policy') }
}
const none = await answer({})

describe('the content security policy', () => {
  test('opens nothing when nothing is configured', () => {
    for (const [name, from] of Object.entries(none.sources))
      expect(from.join(' '), name).not.toMatch(/https?:|\*|wss?:/)
    expect(none.told).toMatchObject({ places: null, map_style_url: null, analytics_url: null })
    expect(none.referrer).toBe('same-origin')
  })

  test('lets the scripts of the page itself run, and no other inline script', async () => {
    const { sources } = await answer({ scriptHashes: ['sha256-abc='] })
    expect(sources['script-src']).toEqual(["'self'", "'sha256-abc='"])
    expect(none.sources['script-src']).toEqual(["'self'"])
  })

  test.each<[string, Outside, { script?: string[]; img?: string[]; connect?: string[] }]>([
    ['a geocoder', { places: 'photon:https://photon.example/geo' }, { connect: ['https://photon.example'] }],
    ['another', { places: 'nominatim:http://localhost:8081' }, { connect: ['http://localhost:8081'] }],
    [
      'Google',
      { places: 'google:key' },
      {
        script: ['https://maps.googleapis.com'],
        connect: ['https://maps.googleapis.com', 'https://places.googleapis.com'],
      },
    ],
    [
      'a map whose tiles are elsewhere',
      {
        map: {
          styleUrl: 'https://maps.example/style.json',
          origins: ['https://tiles.example', 'https://maps.example'],
        },
      },
      { connect: ['https://maps.example', 'https://tiles.example'] },
    ],
    [
      'analytics beside them',
      { analyticsUrl: 'https://analytics.example/in', places: 'photon:https://photon.example' },
      { connect: ['https://analytics.example', 'https://photon.example'] },
    ],
    ['live events of Pusher', { live: { cluster: 'mt1' } }, { connect: ['wss://ws-mt1.pusher.com'] }],
    [
      'live events from elsewhere',
      { live: { host: 'live.example', port: 6001, tls: false } },
      { connect: ['ws://live.example:6001'] },
    ],
    [
      'a bucket of files',
      { filesUrl: 'https://s3.us-west-2.amazonaws.com/plumbline' },
      { img: ['https://s3.us-west-2.amazonaws.com'] },
    ],
  ])('opens exactly what %s needs', async (_, outside, { script = [], img = [], connect = [] }) => {
    const { sources } = await answer(outside)
    expect(sources).toEqual({
      ...none.sources,
      'script-src': ["'self'", ...script],
      'img-src': ["'self'", 'data:', 'blob:', ...img],
      'media-src': ["'self'", 'blob:', ...img],
      'connect-src': ["'self'", ...connect],
    })
  })

  test('the browser is told what there is, and Google alone by which page it is asked', async () => {
    const { told, referrer } = await answer({
      places: 'google:key',
      map: { styleUrl: 'https://maps.example/style.json', origins: [] },
    })
    expect(told).toMatchObject({ places: 'google:key', map_style_url: 'https://maps.example/style.json' })
    expect(referrer).toBe('strict-origin-when-cross-origin')
    expect((await answer({ places: 'photon:https://photon.example' })).referrer).toBe('same-origin')
  })
})
