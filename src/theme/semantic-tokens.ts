import { defineSemanticTokens } from '@pandacss/dev'

/**
 * A colour for the light and the dark theme. `light-dark()` follows `color-scheme`, which global-css.ts sets from
 * `data-theme` and otherwise leaves to the system, so one declaration serves both and any element can have a theme.
 */
const pair = (light: string, dark: string) => ({ value: `light-dark(${light}, ${dark})` })

/** Colours named by their meaning; other files use only these. */
export const semanticTokens = defineSemanticTokens({
  colors: {
    paper: pair('#f4f5f3', '#0e1318'),
    card: pair('#ffffff', '#171e25'),
    ink: pair('#141b22', '#edf1f4'),
    muted: pair('#5a6672', '#98a5b1'),
    faint: pair('#6d7781', '#838f9b'),
    line: pair('#dfe3e0', '#29323b'),
    soft: pair('#eceeeb', '#1f2830'),
    scrim: pair('#141b2280', '#000000a6'),
    frame: {
      DEFAULT: pair('#141b22', '#0a0e12'),
      ink: pair('#aeb9c3', '#8b98a5'),
      bright: { value: '#ffffff' },
      line: { value: '#ffffff1f' },
    },
    mark: { DEFAULT: { value: '#f5b70a' }, ink: { value: '#141b22' } },
    primary: {
      DEFAULT: pair('#1b57c2', '#7fabff'),
      hover: pair('#174ba8', '#9abdff'),
      ink: pair('#ffffff', '#0b1526'),
      soft: pair('#e6eefb', '#1b2b47'),
    },
    /** The dot for unread items, which always has a label too. */
    unread: pair('#e0241b', '#ff5a52'),
    attention: {
      DEFAULT: pair('#be400b', '#ff9a62'),
      ink: pair('#ffffff', '#26110a'),
      soft: pair('#fdebe0', '#3a2115'),
    },
    /** What cannot be as it is planned: two jobs at once, a day somebody declined. */
    conflict: {
      DEFAULT: pair('#b3221c', '#ff8f87'),
      soft: pair('#fce8e6', '#3d1a18'),
      line: pair('#d5433b', '#d5433b'),
    },
    /** The hues of jobs, with their soft grounds; the job's number is always beside them. */
    job: {
      1: { DEFAULT: pair('#2f6fd6', '#6f9ff0'), soft: pair('#e4edfb', '#1a2c4b') },
      2: { DEFAULT: pair('#0d8584', '#3fbab4'), soft: pair('#dcf0ef', '#12302f') },
      3: { DEFAULT: pair('#b07a09', '#e2b04a'), soft: pair('#f9efd6', '#36290f') },
      4: { DEFAULT: pair('#a23f8a', '#dd8cc8'), soft: pair('#f7e5f2', '#3a1e33') },
      5: { DEFAULT: pair('#4f7a1f', '#98c25f'), soft: pair('#e9f2dc', '#22301a') },
      6: { DEFAULT: pair('#8a5a3a', '#cf9d7a'), soft: pair('#f3e9e0', '#33261c') },
      7: { DEFAULT: pair('#51606f', '#9aabba'), soft: pair('#e7ebef', '#242d36') },
      8: { DEFAULT: pair('#3a52a8', '#93a5ee'), soft: pair('#e6e9f8', '#20274a') },
    },
    done: { DEFAULT: pair('#18794e', '#5fd09b'), soft: pair('#e2f3ea', '#14301f') },
    prevailing: { DEFAULT: pair('#6d3fb3', '#c3a2f5'), soft: pair('#f0e9fb', '#2c2140') },
    dot: { value: '#e5261f' },
    phase: {
      1: pair('#7a8794', '#8b98a5'),
      2: pair('#2f6fd6', '#6f9ff0'),
      3: pair('#e09f1f', '#efb540'),
      4: pair('#2c9b6b', '#4fc08d'),
    },
  },
  shadows: {
    floating: { value: '0 8px 24px light-dark(#141b2229, #0009), 0 0 0 1px {colors.line}' },
    raised: { value: '0 1px 2px light-dark(#0002, #0006)' },
  },
})
