import { readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { decode, encode } from 'fast-png'
import { expect, test } from 'vitest'
import { withPalette } from './pictures/palette.ts'
import { screens } from './pictures/screens.ts'

const folder = join(import.meta.dirname, 'pictures/baselines')
const files = readdirSync(folder).filter((name) => name.endsWith('.png'))

test('forty screens have pictures in both themes, and no picture has no screen', () => {
  expect(screens.length).toBeGreaterThanOrEqual(40)
  const wanted = screens.flatMap(({ name }) => [`${name}-light.png`, `${name}-dark.png`])
  // `npm run pictures -- --baselines` takes what is missing here.
  expect(files.toSorted()).toEqual(wanted.toSorted())
  expect(readFileSync(join(folder, 'chromium.txt'), 'utf8')).toMatch(/^\d+(\.\d+){3}\n$/)
})

test('the pictures take less than three megabytes, and none looks like another', () => {
  const bytes = files.map((name) => statSync(join(folder, name)).size)
  expect(bytes.reduce((sum, size) => sum + size, 0)).toBeLessThan(3_000_000)
  expect(new Set(files.map((name) => readFileSync(join(folder, name), 'base64'))).size).toBe(files.length)
})

test('a picture with few colors is kept to the dot, and one with many nearly', () => {
  const picture = (color: (at: number) => readonly [number, number, number]) =>
    encode({
      width: 64,
      height: 64,
      channels: 3,
      data: Uint8Array.from({ length: 64 * 64 }, (_, at) => at).reduce<Uint8Array>(
        (data, _, at) => {
          data.set(color(at), at * 3)
          return data
        },
        new Uint8Array(64 * 64 * 3),
      ),
    })
  const colors = (png: Uint8Array) => {
    const { data, palette } = decode(png)
    return palette ? [...data].flatMap((index) => palette[index]?.slice(0, 3) ?? []) : [...data]
  }
  const few = picture((at) => [at % 200, 10, 20])
  expect(colors(withPalette(few))).toEqual(colors(few))
  const many = picture((at) => [at % 64, Math.floor(at / 64), 0])
  const nearly = colors(withPalette(many))
  for (const [at, part] of colors(many).entries()) expect(Math.abs(part - (nearly[at] ?? 0))).toBeLessThan(16)
})
