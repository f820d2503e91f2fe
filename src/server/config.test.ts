import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, 'sample')

describe('lookups and maps', () => {
  test('there are none unless they are configured', () => {
    expect(read({})).toMatchObject({ places: undefined, weather: undefined, mapStyleUrl: undefined, mapOrigins: [] })
  })

  test('are configured by one variable each, and further origins by their addresses', () => {
    expect(
      read({
        PLACES: 'photon:https://photon.example',
        WEATHER: 'https://weather.example',
        SMS_URL: 'https://a:b@sms.example/send?From=%2B1509',
        MAP_STYLE_URL: 'https://maps.example/style.json?key=5',
        MAP_ORIGINS: 'https://tiles.example, https://letters.example/fonts',
      }),
    ).toMatchObject({
      places: 'photon:https://photon.example',
      weather: 'https://weather.example',
      sms: 'https://a:b@sms.example/send?From=%2B1509',
      mapStyleUrl: 'https://maps.example/style.json?key=5',
      mapOrigins: ['https://tiles.example', 'https://letters.example'],
    })
  })

  test.each([
    [{ PLACES: 'bing:key' }, /^PLACES makes no sense: set it to google:<key>, photon:/],
    [{ WEBHOOK_HOSTS: 'http://erp.local' }, /^WEBHOOK_HOSTS has "http:\/\/erp\.local"/],
    [{ SMS_URL: 'https://sms.example/send' }, /^SMS_URL names no sender: add \?From=/],
    [{ WEATHER: 'sunny' }, /^WEATHER is "sunny": set it to an address/],
    [{ MAP_STYLE_URL: 'style.json' }, /^MAP_STYLE_URL is "style\.json": set it to an address/],
    [{ MAP_ORIGINS: "https://tiles.example,'unsafe-eval'" }, /^MAP_ORIGINS has "'unsafe-eval'": set it to addresses/],
  ])('%j stops the start with a sentence that says what to set', (env, sentence) => {
    expect(() => read(env)).toThrow(sentence)
  })
})

describe('files', () => {
  test('are kept in the data folder unless there is a bucket', () => {
    expect(read({}).s3).toBeUndefined()
    expect(
      read({ S3_URL: 'https://AKIA:se%2Fcret@s3.us-west-2.amazonaws.com/plumbline/?region=us-west-2' }).s3,
    ).toEqual({
      bucket: 'https://s3.us-west-2.amazonaws.com/plumbline',
      region: 'us-west-2',
      accessKey: 'AKIA',
      secretKey: 'se/cret',
    })
    expect(read({ S3_URL: 'http://k:s@127.0.0.1:9000/b' }).s3).toMatchObject({ region: 'us-east-1' })
  })

  test.each(['s3://k:s@host/bucket', 'https://host/bucket', 'https://k:s@host', 'bucket'])(
    'S3_URL=%s stops the start with a sentence that says what to set',
    (S3_URL) => {
      expect(() => read({ S3_URL })).toThrow(/^S3_URL must look like https:\/\/KEY:SECRET@/)
    },
  )
})

describe('answers by mail', () => {
  const inbound = { INBOUND_MAIL: 'reply@in.example.com', INBOUND_SECRET: '0123456789abcdef' }
  test('come in where their address and a secret are set', () => {
    expect(read({}).inbound).toBeUndefined()
    expect(read(inbound).inbound).toEqual({ address: 'reply@in.example.com', secret: '0123456789abcdef' })
  })

  test.each([
    [{ INBOUND_SECRET: inbound.INBOUND_SECRET }, /^INBOUND_MAIL is missing: set it to the address/],
    [{ ...inbound, INBOUND_MAIL: 'in.example.com' }, /^INBOUND_MAIL is "in\.example\.com": set it/],
    [{ ...inbound, INBOUND_MAIL: 'answers-to-us@in.example.com' }, /with at most 10 letters and digits before the @/],
    [{ INBOUND_MAIL: inbound.INBOUND_MAIL }, /^INBOUND_SECRET is missing: set it/],
    [{ ...inbound, INBOUND_SECRET: 'short' }, /^INBOUND_SECRET is too short: set it to at least 16/],
  ])('%j stops the start with a sentence that says what to set', (env, sentence) => {
    expect(() => read(env)).toThrow(sentence)
  })
})

describe('live events', () => {
  const app = { BROADCAST: 'pusher', PUSHER_APP_ID: '7', PUSHER_APP_KEY: 'key', PUSHER_APP_SECRET: 'secret' }

  test('are the server’s own unless a service is named, by its cluster or its host', () => {
    expect(read({ PUSHER_APP_KEY: 'key' }).service).toBeUndefined()
    expect(read({ ...app, PUSHER_APP_CLUSTER: 'mt1' }).service).toEqual({
      appId: '7',
      key: 'key',
      secret: 'secret',
      at: { cluster: 'mt1' },
    })
    expect(read({ ...app, PUSHER_HOST: 'live.example' }).service?.at).toEqual({
      host: 'live.example',
      port: 443,
      tls: true,
    })
    expect(read({ ...app, PUSHER_HOST: '127.0.0.1', PUSHER_PORT: '6001', PUSHER_SCHEME: 'http' }).service?.at).toEqual({
      host: '127.0.0.1',
      port: 6001,
      tls: false,
    })
  })

  test.each([
    [{ BROADCAST: 'redis' }, /^BROADCAST is "redis": leave it unset/],
    [{ ...app, PUSHER_APP_SECRET: '' }, /^PUSHER_APP_SECRET is missing: set it/],
    [app, /^PUSHER_APP_CLUSTER is missing: set it .* or PUSHER_HOST/],
    [{ ...app, PUSHER_HOST: 'h', PUSHER_SCHEME: 'wss' }, /^PUSHER_SCHEME is "wss": set it to https/],
    [{ ...app, PUSHER_HOST: 'h', PUSHER_PORT: 'x' }, /^PUSHER_PORT is "x": set it to a number/],
  ])('%j stops the start with a sentence that says what to set', (env, sentence) => {
    expect(() => read(env)).toThrow(sentence)
  })
})
