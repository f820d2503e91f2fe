// Generates the code of the styles after an installation. Without the development dependencies there is nothing to
// generate it with, and nothing that needs it.
import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = join(dirname(fileURLToPath(import.meta.url)), '..')
const panda = join(root, 'node_modules/@pandacss/dev/bin.js')
if (existsSync(panda))
  process.exitCode =
    spawnSync(process.execPath, [panda, 'codegen', '--silent'], { cwd: root, stdio: 'inherit' }).status ?? 1
