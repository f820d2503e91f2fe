import { describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) => readConfig(env, 'sample')

describe('lookups and maps', () => {
  test('there are none unless they are configured', () => {
    expect(read({})).toMatchObject({ places: undefined, mapStyleUrl: undefined, mapOrigins: [] })
  })

  test('are configured by one variable each, and further origins by their addresses', () => {
    expect(
      read({
        PLACES: 'photon:https://photon.example',
        MAP_STYLE_URL: 'https://maps.example/style.json?key=5',
        MAP_ORIGINS: 'https://tiles.example, https://letters.example/fonts',
      }),
    ).toMatchObject({
      places: 'photon:https://photon.example',
      mapStyleUrl: 'https://maps.example/style.json?key=5',
      mapOrigins: ['https://tiles.example', 'https://letters.example'],
    })
  })

  test.each([
    [{ PLACES: 'bing:key' }, /^PLACES makes no sense: set it to google:<key>, photon:/],
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
