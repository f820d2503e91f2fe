import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { clockArgs } from '../clock/today.ts'
import { isBrief } from '../tier.ts'
import { counts } from './counts.ts'

/** The maximum growth in bytes, far below one leaked object per socket. */
const MOST_GROWTH = 1024 * 1024

test.runIf(!isBrief)('sockets come and go without a trace', async () => {
  const entry = fileURLToPath(new URL('./cycles-process.ts', import.meta.url))
  const child = fork(entry, [String(counts.socketCycles)], { execArgv: [...clockArgs, '--expose-gc'] })
  const left = await new Promise<{ grown: number }>((done, fail) => {
    child.once('message', (message) => done(message as { grown: number }))
    child.once('exit', (code) => fail(new Error(`It ended with ${code} before it was done.`)))
  })
  process.stdout.write(`socket cycles: ${counts.socketCycles}, heap grown by ${Math.round(left.grown / 1024)} KiB\n`)
  expect(left).toMatchObject({ collected: true, size: 0, listeners: 0, connections: 0 })
  expect(left.grown).toBeLessThan(MOST_GROWTH)
})
