import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { createTestClock } from '../clock/test-clock.ts'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { enginesOfTier } from '../engines.ts'
import { BASE, createTestWorld, type Client } from '../harness.ts'

/** The hours of a day as Open-Meteo answers them: a degree more each hour, and rain at nine. */
function weatherOf(date: string): object {
  const hours = Array.from({ length: 24 }, (_, hour) => hour)
  return {
    hourly: {
      time: hours.map((hour) => `${date}T${String(hour).padStart(2, '0')}:00`),
      temperature_2m: hours.map((hour) => 30 + hour),
      precipitation: hours.map((hour) => (hour === 9 ? 0.04 : 0)),
      weather_code: hours.map((hour) => (hour === 9 ? 61 : 3)),
      wind_speed_10m: hours.map(() => 8),
    },
  }
}

function* endless(): Generator<string> {
  for (;;) yield ' '.repeat(65_536)
}

describe.each(enginesOfTier)('The weather of a daily log on $engine', ({ openSample }) => {
  let world: Awaited<ReturnType<typeof createTestWorld>>
  let foreman: Client
  let provider: Server
  /** What the provider was asked, and how it answers. */
  const asked: URL[] = []
  let answer: (url: URL, response: ServerResponse) => void
  const clock = createTestClock()
  const day = clock.day()
  const tooMuch = JSON.stringify(weatherOf(day)).replace('"time":[', `"time":[${`"${day}T00:00",`.repeat(2)}`)
  let nth = 0

  beforeAll(async () => {
    provider = createServer((request, response) => {
      const url = new URL(request.url ?? '/', 'http://weather.test')
      asked.push(url)
      answer(url, response)
    })
    await new Promise<void>((resolve) => provider.listen(0, '127.0.0.1', resolve))
    const { port } = provider.address() as AddressInfo
    world = await createTestWorld({
      database: await openSample(clock),
      settings: {
        companyName: 'Three Rivers Electric',
        pusherKey: 'plumbline',
        appUrl: BASE,
        weather: `http://127.0.0.1:${port}`,
      },
    })
    foreman = await world.signIn('foreman@plumbline.test')
  })
  beforeEach(() => clock.moveTo(day, '10:30'))
  afterEach(() => {
    asked.length = 0
    world.errors.length = 0
  })
  afterAll(async () => {
    provider.closeAllConnections()
    await new Promise((resolve) => provider.close(resolve))
    await world.close()
  })

  const fine = (url: URL, response: ServerResponse) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(weatherOf(url.searchParams.get('start_date') ?? '')))
  }
  async function begin(date = day) {
    const admin = await world.signIn('admin@plumbline.test')
    const geotag = { lat: 46.21, lng: -119.17 }
    const address = { line1: '1 Main St', city: 'Kennewick', state: 'WA', postal_code: '99336', geotag }
    const { data: project } = await admin.post('/api/projects', {
      customer_id: 1,
      name: 'Outside',
      number: `W-${++nth}`,
      address,
    })
    const { status, data: log } = await foreman.post(`/api/projects/${project.id}/daily_logs`, { date })
    expect(status).toBe(201)
    return { log, read: async () => (await foreman.get(`/api/daily_logs/${log.id}`)).data.weather_auto }
  }

  test('is observed at the project: of today the hours so far, and the others once the day is over', async () => {
    answer = fine
    const { read } = await begin()
    await world.app.jobs.drain()
    expect(Object.fromEntries(asked[0]?.searchParams ?? [])).toMatchObject({
      latitude: '46.21',
      longitude: '-119.17',
      timezone: 'America/Los_Angeles',
      start_date: day,
    })
    const first = await read()
    expect(first).toMatchObject({
      source: '127.0.0.1',
      fetched_at: clock.now().toISOString(),
      observed_at: '10:00',
      temperature_high_f: 40,
      temperature_low_f: 30,
    })
    expect(first.hours[9]).toEqual({
      at: '09:00',
      sky: 'rain',
      temperature_f: 39,
      wind_mph: 8,
      precipitation_in: 0.04,
    })
    // What was observed stays as it was, whatever the provider says the next day.
    answer = (_, response) => response.end(JSON.stringify(weatherOf(day)).replaceAll('39', '99'))
    clock.moveTo(clock.day(1), '02:00')
    await world.app.jobs.drain()
    const whole = await read()
    expect([whole.hours.length, whole.hours[9].temperature_f, whole.observed_at]).toEqual([24, 39, '23:00'])
    clock.moveTo(clock.day(1), '10:00')
    await world.app.jobs.drain()
    expect(asked).toHaveLength(2)
  })

  test('of a day long past comes from the archive', async () => {
    answer = fine
    const { read } = await begin(clock.day(-263))
    await world.app.jobs.drain()
    expect(asked.map(({ pathname }) => pathname)).toEqual(['/v1/archive'])
    expect((await read()).hours).toHaveLength(24)
  })

  test('a provider that leads elsewhere is not followed', async () => {
    let inside = 0
    answer = (url, response) => {
      if (url.pathname.startsWith('/v1/')) return void response.writeHead(302, { location: '/inside' }).end()
      inside++
      fine(url, response)
    }
    const { read } = await begin()
    await world.app.jobs.drain()
    expect([inside, await read()]).toEqual([0, null])
  })

  test.each([
    ['fails', (_: URL, response: ServerResponse) => void response.writeHead(500).end('Sorry')],
    ['answers a page', (_: URL, response: ServerResponse) => void response.end('<!doctype html><p>Hello')],
    ['answers nonsense', (_: URL, response: ServerResponse) => void response.end('{"hourly": {"time": "now"}}')],
    ['answers without an end', (_: URL, response: ServerResponse) => void Readable.from(endless()).pipe(response)],
    ['answers more hours than a day has', (_: URL, response: ServerResponse) => void response.end(tooMuch)],
    ['hangs up', (_: URL, response: ServerResponse) => void response.destroy()],
  ])('comes later where the provider %s', async (_, trouble) => {
    answer = trouble
    const { read } = await begin()
    await world.app.jobs.drain()
    expect(await read()).toBeNull()
    expect(world.errors).not.toEqual([])
    answer = fine
    clock.pass({ minutes: 5 })
    await world.app.jobs.drain()
    expect((await read()).observed_at).toBe('10:00')
  })

  test('is not waited for: the log is written while the provider is still thinking', async () => {
    let finish = () => {}
    const thinking = new Promise<void>((resolve) => {
      answer = (url, response) => {
        finish = () => fine(url, response)
        resolve()
      }
    })
    const { log, read } = await begin()
    const done = world.app.jobs.drain()
    await thinking
    const written = await foreman.patch(`/api/daily_logs/${log.id}`, { work_performed: 'Trench opened.' })
    expect(written.data).toMatchObject({ work_performed: 'Trench opened.', weather_auto: null })
    finish()
    await done
    expect((await read()).hours).toHaveLength(11)
  })

  describe('today, where no log has it', () => {
    /** A place of its own for each test, since the weather of a place is remembered. */
    let east = 0
    async function job(geotag: { lat: number; lng: number } | null = { lat: 46.21, lng: -110 + ++east }) {
      const admin = await world.signIn('admin@plumbline.test')
      const address = { line1: '1 Main St', city: 'Kennewick', state: 'WA', postal_code: '99336', geotag }
      const { data } = await admin.post('/api/projects', {
        customer_id: 1,
        name: 'Site',
        number: `T-${++nth}`,
        address,
      })
      return `/api/projects/${data.id}/daily_logs/weather`
    }

    test('is what has passed of the day and what is forecast', async () => {
      answer = fine
      const { status, data } = await foreman.get(await job())
      expect(status).toBe(200)
      expect(data).toMatchObject({
        source: '127.0.0.1',
        fetched_at: clock.now().toISOString(),
        observed_at: '10:30',
        temperature_high_f: 53,
        temperature_low_f: 30,
      })
      expect(data.hours).toHaveLength(24)
    })

    test('is asked for once in half an hour for all who look at one place', async () => {
      answer = fine
      const place = { lat: 45, lng: -109.001 }
      const paths = [await job(place), await job({ ...place, lng: -109.003 })]
      const office = await world.signIn('office@plumbline.test')
      await Promise.all([foreman, office].flatMap((one) => paths.map((path) => one.get(path))))
      clock.pass({ minutes: 29 })
      await foreman.get(paths[0] ?? '')
      expect(asked).toHaveLength(1)
      clock.pass({ minutes: 2 })
      expect((await foreman.get(paths[0] ?? '')).data.observed_at).toBe('11:01')
      expect(asked).toHaveLength(2)
    })

    test('is not there while the provider fails, which is left alone for a while', async () => {
      answer = (_, response) => void response.writeHead(500).end('Sorry')
      const path = await job()
      const refused = { status: 404, data: { message: 'The weather provider answered 500.' } }
      expect(await foreman.get(path)).toMatchObject(refused)
      answer = fine
      expect(await foreman.get(path)).toMatchObject(refused)
      expect(asked).toHaveLength(1)
      clock.pass({ minutes: 6 })
      expect((await foreman.get(path)).data.hours).toHaveLength(24)
    })

    test('is unknown where a job has no coordinates', async () => {
      answer = fine
      expect(await foreman.get(await job(null))).toMatchObject({ status: 200, data: null })
      expect(asked).toEqual([])
    })

    test('is told to staff alone, of jobs that they see', async () => {
      const path = await job()
      const customer = await world.signIn('customer@plumbline.test')
      expect((await customer.get(path)).status).toBe(403)
      expect((await foreman.get('/api/projects/99999/daily_logs/weather')).status).toBe(404)
      expect(asked).toEqual([])
    })
  })
})
