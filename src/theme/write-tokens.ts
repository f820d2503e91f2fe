/** `npm run tokens`: writes the theme's tokens for the tools of designers, a file for each theme. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { designTokens } from './design-tokens.ts'

const folder = process.argv[2] ?? 'design-tokens'
mkdirSync(folder, { recursive: true })
for (const theme of ['light', 'dark'] as const) {
  const file = join(folder, `${theme}.tokens.json`)
  writeFileSync(file, `${JSON.stringify(designTokens(theme), null, 2)}\n`)
  process.stdout.write(`${file}\n`)
}
