import { breakpoints, semanticTokens, tokens } from './index.ts'

/** A value in the W3C's format, or what CSS has where the format has no type for it. */
export type Value = string | number | readonly Value[] | { readonly [part: string]: Value }

export interface DesignToken {
  readonly $type?: string
  readonly $value: Value
}

export type Group = { [name: string]: Group | DesignToken }

export type Theme = 'light' | 'dark'

/** A token of Panda's, or a group of them; a token that is a group as well is its `DEFAULT`. */
type Node = { readonly value?: unknown } & { readonly [name: string]: unknown }

/** What the values of a category are. The others are recognized by what they look like. */
const types: Readonly<Record<string, string>> = {
  fonts: 'fontFamily',
  fontWeights: 'fontWeight',
  lineHeights: 'number',
  zIndex: 'number',
  shadows: 'shadow',
}

/** A color of one theme: `light-dark(#fff, #000)` is the first in the light and the second in the dark. */
const ofTheme = (value: string, theme: Theme) =>
  value.replaceAll(/light-dark\(([^,]+), ([^)]+)\)/g, (_, light: string, dark: string) =>
    theme === 'light' ? light : dark,
  )

/** `#f80`, `#ff8800` and both with two or one more digits for how opaque it is. */
function colorOf(hex: string): Value {
  const digits = hex.length < 7 ? hex.slice(1).replaceAll(/./g, '$&$&') : hex.slice(1)
  const parts = (digits.match(/../g) ?? []).map((part) => Math.round((Number.parseInt(part, 16) / 255) * 1e4) / 1e4)
  const [alpha = 1] = parts.slice(3)
  return { colorSpace: 'srgb', components: parts.slice(0, 3), alpha, hex: `#${digits.slice(0, 6)}` }
}

/** A length, of which the format knows px and rem; CSS writes 0 without one of them. */
function dimensionOf(text: string): Value | undefined {
  const [, number, unit = 'px'] = /^(-?[\d.]+)(px|rem)?$/.exec(text) ?? []
  return number === undefined ? undefined : { value: Number(number), unit }
}

const LENGTHS = ['offsetX', 'offsetY', 'blur', 'spread']

/** The shadows of `0 1px 2px #0002, 0 0 0 1px {colors.line}`, each of which has all four lengths. */
const shadowOf = (text: string): Value =>
  text.split(', ').map((one) => {
    const words = one.split(' ')
    const color = words.pop() ?? ''
    const lengths = LENGTHS.map((name, at) => [name, dimensionOf(words[at] ?? '0') ?? ''])
    return { color: color.startsWith('#') ? colorOf(color) : color, ...Object.fromEntries(lengths) }
  })

/** A value in the format. `100%`, `68ch` and `-0.012em` are written as they are, since no type of the format has them. */
function tokenOf(category: string, value: string | number): DesignToken {
  const $type = types[category]
  if (typeof value === 'number') return { $type: $type ?? 'number', $value: value }
  if ($type === 'shadow') return { $type, $value: shadowOf(value) }
  if ($type === 'fontFamily') return { $type, $value: value.split(', ').map((name) => name.replaceAll("'", '')) }
  if (value.startsWith('#')) return { $type: 'color', $value: colorOf(value) }
  const [, time] = /^(\d+)ms$/.exec(value) ?? []
  if (time) return { $type: 'duration', $value: { value: Number(time), unit: 'ms' } }
  const dimension = dimensionOf(value)
  return dimension ? { $type: 'dimension', $value: dimension } : { $value: value }
}

/**
 * The group and the name of a token. A dot in a name is a group's in the format: `row.compact` is in `row`, and the step
 * `0.5` is `0_5`.
 */
export const pathOf = (names: readonly string[]): string[] =>
  names.flatMap((name) => (/^[\d.]+$/.test(name) ? name.replace('.', '_') : name.split('.')))

/** Every token of Panda's with the names that lead to it. */
export function leavesOf(node: Node, names: readonly string[] = []): [names: string[], value: string | number][] {
  if (typeof node.value === 'string' || typeof node.value === 'number') return [[[...names], node.value]]
  return Object.entries(node).flatMap(([name, child]) =>
    leavesOf(child as Node, name === 'DEFAULT' ? names : [...names, name]),
  )
}

/**
 * The theme's tokens in the W3C's format (Design Tokens 2025.10), with the colors of one theme. A token that is a group as
 * well is its `$root`.
 */
export function designTokens(theme: Theme): Group {
  const widths = Object.fromEntries(Object.entries(breakpoints).map(([name, value]) => [name, { value }]))
  const all = [tokens, semanticTokens, { breakpoints: widths }].flatMap((part) => leavesOf(part as Node))
  const paths = all.map(([names]) => pathOf(names))
  const isGroup = (path: readonly string[]) =>
    paths.some((other) => other.length > path.length && path.every((name, at) => name === other[at]))
  const root: Group = {}
  for (const [at, [names, value]] of all.entries()) {
    const path = paths[at] ?? []
    const rooted = isGroup(path) ? [...path, '$root'] : path
    const group = rooted.slice(0, -1).reduce((within, name) => (within[name] ??= {}) as Group, root)
    group[rooted.at(-1) ?? ''] = tokenOf(names[0] ?? '', typeof value === 'string' ? ofTheme(value, theme) : value)
  }
  return root
}
