import { describe, expect, onTestFinished, test } from 'vitest'
import { createTestClock } from '../clock/test-clock.ts'
import { enginesOfTier } from '../engines.ts'
import { createTestWorld } from '../harness.ts'
import { isBrief } from '../tier.ts'

describe.each(enginesOfTier)('session cookies on $engine', ({ openSample }) => {
  async function signedIn() {
    const clock = createTestClock()
    const world = await createTestWorld({ database: await openSample(clock) })
    onTestFinished(() => world.close())
    const client = await world.signIn('foreman@plumbline.test')
    return { client, clock }
  }
  const cookiesOf = ({ headers }: { headers: Headers }) =>
    headers.getSetCookie().map((line) => `${/^[^=]+/.exec(line)?.[0]} ${/max-age=\d+/i.exec(line)?.[0].toLowerCase()}`)

  test('are both extended whenever the session is used', async () => {
    const { client, clock } = await signedIn()
    expect(cookiesOf(await client.get('/api/user'))).toEqual([])
    clock.pass({ minutes: 6 })
    const session = client.cookies.get('plumbline_session')
    expect(cookiesOf(await client.get('/api/user'))).toEqual([
      `plumbline_session max-age=${30 * 86_400}`,
      `XSRF-TOKEN max-age=${30 * 86_400}`,
    ])
    expect(client.cookies.get('plumbline_session')).toBe(session)
    expect((await client.post('/api/projects/1/rfis', {})).status).toBe(422)
    expect(cookiesOf(await client.get('/api/user'))).toEqual([])
  })

  test.runIf(!isBrief)('are not extended after the session has ended', async () => {
    const { client, clock } = await signedIn()
    for (let day = 0; day < 90; day += 15) {
      expect((await client.get('/api/user')).status).toBe(200)
      clock.pass({ days: 15, minutes: 1 })
    }
    const answer = await client.get('/api/user')
    expect([answer.status, cookiesOf(answer)]).toEqual([401, []])
  })
})
