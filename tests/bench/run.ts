/**
 * Runs the benchmarks: `npm run bench`, or `npm run bench -- server live` for some. Each result is compared with a minimal
 * implementation (the floor), measured alternately in the same run because machines vary. No result is a test.
 */
import { removeFolders } from '../contract/server.ts'
import { benchBoard } from './board.ts'
import { benchDrawings } from './drawings.ts'
import { benchFiles } from './files.ts'
import { benchFirst } from './first.ts'
import { benchGrowth } from './growth.ts'
import { benchImports } from './imports.ts'
import { benchLive } from './live.ts'
import { benchScreen } from './screen.ts'
import { benchServer } from './server.ts'
import { benchShare } from './share.ts'
import { benchTabs } from './tabs.ts'
import { benchYears } from './years.ts'

const benches: Record<string, () => Promise<void>> = {
  screen: benchScreen,
  first: benchFirst,
  board: benchBoard,
  server: benchServer,
  share: benchShare,
  growth: benchGrowth,
  imports: benchImports,
  live: benchLive,
  tabs: benchTabs,
  files: benchFiles,
  drawings: benchDrawings,
  years: benchYears,
}
const asked = process.argv.slice(2)
for (const name of asked) if (!benches[name]) throw new Error(`There is no bench "${name}": ${Object.keys(benches)}.`)
try {
  for (const [name, bench] of Object.entries(benches)) if (!asked.length || asked.includes(name)) await bench()
} finally {
  removeFolders()
}
