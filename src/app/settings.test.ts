import { afterEach, expect, test, vi } from 'vitest'
import { createEcho } from '#core/realtime/echo.ts'
import { createHttp } from '#core/resource/http.ts'
import { runningClock } from '../../tests/clock/clock.ts'
import { startStockServer } from '../../tests/stock-server/stock-server.ts'

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** The settings of a build with these variables. */
async function built(variables: Readonly<Record<string, string>>) {
  for (const [name, value] of Object.entries(variables)) vi.stubEnv(`VITE_PUSHER_${name}`, value)
  return (await import('./settings.ts')).builtSettings
}

test.each([
  [{}, null],
  [{ CLUSTER: 'mt1' }, { cluster: 'mt1' }],
  [{ HOST: 'live.example' }, { host: 'live.example', port: 443, tls: true }],
  [
    { HOST: 'live.example', SCHEME: 'http' },
    { host: 'live.example', port: 80, tls: false },
  ],
  [
    { HOST: 'live.example', PORT: '6001' },
    { host: 'live.example', port: 6001, tls: true },
  ],
  [
    { HOST: 'live.example', PORT: '6001', SCHEME: 'http' },
    { host: 'live.example', port: 6001, tls: false },
  ],
  [
    { HOST: 'live.example', CLUSTER: 'mt1' },
    { host: 'live.example', port: 443, tls: true },
  ],
])('a build with %j looks for live events at %j', async (variables, at) => {
  expect((await built(variables)).live).toEqual(at)
})

test('a built client connects where the build says', async () => {
  const server = await startStockServer({ today: runningClock.day(), now: runningClock.now, key: 'of-the-build' })
  const variables = { HOST: 'localhost', PORT: String(server.port), SCHEME: 'http', APP_KEY: 'of-the-build' }
  const { live, pusher_key: key } = await built(variables)
  if (!live) throw new Error('The build names no service.')
  const http = createHttp({ baseURL: 'http://elsewhere.invalid', socketId: () => undefined })
  const echo = createEcho({ key, at: live, http })
  const { connection } = echo.connector.pusher
  await new Promise<void>((done) => connection.bind('connected', () => done()))
  expect(echo.socketId()).toMatch(/^\d+\.\d+$/)
  echo.disconnect()
  await server.stop()
})
