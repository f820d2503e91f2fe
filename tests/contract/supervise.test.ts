import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { afterAll, expect, test } from 'vitest'
import { clockArgs } from '../clock/today.ts'
import { eventually } from '../eventually.ts'
import { createRemote } from '../faults/browser.ts'
import { removeFolders, sampleFolder } from './server.ts'
import { isBrief } from '../tier.ts'

afterAll(removeFolders)

const at = (path: string) => fileURLToPath(new URL(path, import.meta.url))

function supervised(args: readonly string[], env: Readonly<Record<string, string>> = {}) {
  const stdio = ['ignore', 'pipe', 'pipe'] as const
  const child = spawn(process.execPath, [at('supervised.mjs'), ...args], {
    env: { ...process.env, ...env },
    stdio: [...stdio],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text: Buffer) => (output += String(text)))
  const ended = new Promise<number | null>((done) => child.once('close', (code) => done(code)))
  return { child, ended, output: () => output }
}
const run = (...args: string[]) => supervised([at('crashing.mjs'), ...args])

test('what ends by a crash is started again and told how, and ends with the signal it gets', async () => {
  const { child, ended, output } = run('serves', 'SIGKILL', 'code 3')
  await eventually(() => expect(output()).toContain('stays'))
  expect(output().match(/started after .*|ended with .*/g)).toEqual([
    'started after undefined',
    'ended with SIGKILL, and is started again in 0.01 s.',
    'started after SIGKILL',
    'ended with code 3, and is started again in 0.02 s.',
    'started after code 3',
  ])
  child.kill('SIGTERM')
  expect(await ended).toBe(1)
})

test.runIf(!isBrief)('the fifth crash within a minute is the last one', async () => {
  const { ended, output } = run('serves', ...Array.from({ length: 9 }, (_, at) => `code ${at + 1}`))
  expect(await ended).toBe(5)
  expect(output().match(/started after/g)).toHaveLength(5)
  expect(output()).toContain('ended with code 5, for the fifth time within a minute, and is not started again.')
})

test.runIf(!isBrief)('what ends before it ever served, or with 0, stays ended', async () => {
  const refused = run('refuses', 'code 1')
  expect([await refused.ended, refused.output()]).toEqual([1, 'started after undefined\n'])
  const done = run('serves', 'code 0')
  expect([await done.ended, done.output()]).toEqual([0, 'started after undefined\n'])
})

test.runIf(process.platform === 'linux' && !isBrief)(
  'a killed server is in its place again, and System says so',
  async () => {
    const main = process.env.SERVER_ENTRY ?? at('../../src/server/main.ts')
    const env = { DATA_DIR: await sampleFolder(), PORT: '0' }
    const { child, ended, output } = supervised([...clockArgs, main, '--api-only'], env)
    const ports = () => [...output().matchAll(/ at http:\/\/localhost:(\d+)\n/g)].map(([, port]) => port)
    await eventually(() => expect(ports()).toHaveLength(1))
    const [pid = ''] = readFileSync(`/proc/${child.pid}/task/${child.pid}/children`, 'utf8').split(' ')
    process.kill(Number(pid), 'SIGKILL')
    await eventually(() => expect(ports()).toHaveLength(2))
    const admin = createRemote(() => `http://127.0.0.1:${ports()[1]}`)
    await admin.signIn('admin@plumbline.test')
    const { data } = await admin.get('/api/company_settings/system')
    expect(data.started_again).toEqual({ after: 'SIGKILL', at: expect.any(String) })
    child.kill('SIGTERM')
    expect(await ended).toBe(0)
    expect(output()).toContain('Started again after the process before ended by itself')
  },
)
