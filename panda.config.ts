import { defineConfig } from '@pandacss/dev'
import {
  breakpoints,
  conditions,
  globalCss,
  layerStyles,
  semanticTokens,
  textStyles,
  tokens,
  utilities,
} from './src/theme/index.ts'

/** The look of Plumbline as Panda reads it; every value lives in src/theme. */
export default defineConfig({
  include: ['./src/**/*.{ts,tsx}', './modules/**/*.{ts,tsx}', './.storybook/**/*.{ts,tsx}'],
  exclude: ['./src/server/**', './src/core/**', './src/lib/**'],
  outdir: 'styled-system',
  forceConsistentTypeExtension: true,
  importMap: '#css',
  jsxFramework: 'react',
  // A component's own props are no styles: one named columns would be read as such.
  jsxStyleProps: 'none',
  preflight: true,
  presets: ['@pandacss/preset-base'],
  conditions: { extend: conditions },
  theme: { breakpoints, tokens, semanticTokens, textStyles, layerStyles },
  utilities: { extend: utilities },
  globalCss,
})
