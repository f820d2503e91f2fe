import { describe, expect, onTestFinished, test } from 'vitest'
import { engines } from '../engines.ts'
import { createTestWorld } from '../harness.ts'

const MINUTE = 60_000
const DAY = 86_400_000

describe.each(engines)('session cookies on $engine', ({ openSample }) => {
  async function signedIn() {
    let offset = 0
    const world = await createTestWorld({ database: await openSample(), now: () => new Date(Date.now() + offset) })
    onTestFinished(() => world.close())
    const client = await world.signIn('foreman@plumbline.test')
    return { client, wait: (ms: number) => void (offset += ms) }
  }
  const cookiesOf = ({ headers }: { headers: Headers }) =>
    headers.getSetCookie().map((line) => `${/^[^=]+/.exec(line)?.[0]} ${/max-age=\d+/i.exec(line)?.[0].toLowerCase()}`)

  test('are both extended whenever the session is used', async () => {
    const { client, wait } = await signedIn()
    expect(cookiesOf(await client.get('/api/user'))).toEqual([])
    wait(6 * MINUTE)
    const session = client.cookies.get('plumbline_session')
    expect(cookiesOf(await client.get('/api/user'))).toEqual([
      `plumbline_session max-age=${30 * 86_400}`,
      `XSRF-TOKEN max-age=${30 * 86_400}`,
    ])
    expect(client.cookies.get('plumbline_session')).toBe(session)
    expect((await client.post('/api/projects/1/rfis', {})).status).toBe(422)
    expect(cookiesOf(await client.get('/api/user'))).toEqual([])
  })

  test('are not extended after the session has ended', async () => {
    const { client, wait } = await signedIn()
    for (let day = 0; day < 90; day += 15) {
      expect((await client.get('/api/user')).status).toBe(200)
      wait(15 * DAY + MINUTE)
    }
    const answer = await client.get('/api/user')
    expect([answer.status, cookiesOf(answer)]).toEqual([401, []])
  })
})
