import { describe, expect, test } from 'vitest'
import { designTokens, leavesOf, pathOf, type DesignToken, type Group, type Value } from './design-tokens.ts'
import { breakpoints, semanticTokens, tokens } from './index.ts'

const themes = ['light', 'dark'] as const
const isToken = (node: Group | DesignToken | undefined): node is DesignToken => node !== undefined && '$value' in node

/** Each token with its path in dots. */
const flat = (group: Group, path: readonly string[] = []): [string, DesignToken][] =>
  Object.entries(group).flatMap(([name, node]) =>
    isToken(node) ? [[[...path, name].join('.'), node] as const] : flat(node, [...path, name]),
  ) as [string, DesignToken][]

const valuesOf = (theme: (typeof themes)[number]) => new Map(flat(designTokens(theme)))

/** The references to other tokens in a value. */
const references = (value: Value): string[] =>
  typeof value === 'object'
    ? Object.values(value).flatMap(references)
    : typeof value === 'string'
      ? (/^\{(.+)\}$/.exec(value)?.slice(1) ?? [])
      : []

describe.each(themes)('the tokens as JSON in the %s', (theme) => {
  test('leave none of the theme out, and add none', () => {
    const own = [tokens, semanticTokens].flatMap((part) => leavesOf(part).map(([names]) => pathOf(names).join('.')))
    const widths = Object.keys(breakpoints).map((name) => `breakpoints.${name}`)
    const written = [...valuesOf(theme).keys()].map((path) => path.replace(/\.\$root$/, ''))
    expect(written.toSorted()).toEqual([...own, ...widths].toSorted())
    const values = JSON.stringify([tokens, semanticTokens]).match(/"value":/g)
    expect(written).toHaveLength((values?.length ?? 0) + widths.length)
    expect(own).toEqual(expect.arrayContaining(['colors.job.1.soft', 'colors.primary', 'sizes.row.compact']))
  })

  test('have names and references that the format allows', () => {
    const all = valuesOf(theme)
    expect([...all.keys()].filter((path) => !/^[\w-]+(\.[\w-]+)*(\.\$root)?$/.test(path))).toEqual([])
    const asked = [...all.values()].flatMap(({ $value }) => references($value))
    expect(asked).toEqual(['colors.line'])
    expect(asked.filter((path) => !all.has(path))).toEqual([])
  })

  test('have a type, but for values that no type has', () => {
    const bare = [...valuesOf(theme)].filter(([, { $type }]) => !$type)
    expect(bare.map(([, { $value }]) => $value)).toEqual([
      '-0.012em',
      '0.02em',
      '100%',
      'min(3.625rem, 66px)',
      'min(4.625rem, 82px)',
      '68ch',
    ])
    expect(JSON.stringify(designTokens(theme))).not.toMatch(/light-dark|NaN|null/)
  })
})

describe('the tokens as JSON', () => {
  test('have the values of the theme', () => {
    const light = valuesOf('light')
    expect(light.get('spacing.4_5')).toEqual({ $type: 'dimension', $value: { value: 1.125, unit: 'rem' } })
    expect(light.get('sizes.row.$root')).toEqual({ $type: 'dimension', $value: { value: 3.25, unit: 'rem' } })
    expect(light.get('breakpoints.md')).toEqual({ $type: 'dimension', $value: { value: 768, unit: 'px' } })
    expect(light.get('durations.fast')).toEqual({ $type: 'duration', $value: { value: 100, unit: 'ms' } })
    expect(light.get('fontWeights.title')).toEqual({ $type: 'fontWeight', $value: 680 })
    expect(light.get('fonts.body')?.$value).toEqual(['Archivo Variable', 'Archivo Fallback', 'system-ui', 'sans-serif'])
  })

  test('have the colors of their theme', () => {
    const hexes = (path: string) =>
      themes.map((theme) => (valuesOf(theme).get(path)?.$value as { hex: string } | undefined)?.hex)
    expect(hexes('colors.paper')).toEqual(['#f4f5f3', '#0e1318'])
    expect(hexes('colors.primary.$root')).toEqual(['#1b57c2', '#7fabff'])
    expect(hexes('colors.frame.bright')).toEqual(['#ffffff', '#ffffff'])
    expect(valuesOf('dark').get('colors.scrim')).toEqual({
      $type: 'color',
      $value: { colorSpace: 'srgb', components: [0, 0, 0], alpha: 0.651, hex: '#000000' },
    })
  })

  test('have shadows with the color of their theme, or that of another token', () => {
    const px = (value: number) => ({ value, unit: 'px' })
    expect(valuesOf('dark').get('shadows.floating')).toEqual({
      $type: 'shadow',
      $value: [
        {
          color: { colorSpace: 'srgb', components: [0, 0, 0], alpha: 0.6, hex: '#000000' },
          offsetX: px(0),
          offsetY: px(8),
          blur: px(24),
          spread: px(0),
        },
        { color: '{colors.line}', offsetX: px(0), offsetY: px(0), blur: px(0), spread: px(1) },
      ],
    })
  })
})
