import { createServer } from 'node:http'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { startServer } from '../contract/server.ts'
import { freePort } from '../postgres.ts'
import { ask, dialog, expect, row, signIn, test } from './app.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

test('the app complies with its content security policy, which blocks foreign scripts', async ({
  page,
  complaints,
}) => {
  const violations: string[] = []
  await page.exposeFunction('violated', (text: string) => violations.push(text))
  await page.addInitScript(() => {
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      Reflect.apply(Reflect.get(globalThis, 'violated'), undefined, [`${violatedDirective} ${blockedURI}`]),
    )
  })
  await signIn(page, 'admin')
  for (const path of ['/', '/projects', '/projects/1', '/customers', '/customers/1', '/setup/phases']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  await page.getByRole('button', { name: 'Add phase' }).click()
  await expect(dialog(page, /Add phase/i)).toBeVisible()
  await page.evaluate(() => {
    const script = document.createElement('script')
    script.textContent = 'globalThis.injected = true'
    document.body.append(script)
  })
  await expect(() => expect(violations.length).toBe(1)).toPass()
  expect(violations[0]).toMatch(/^script-src/)
  expect(await page.evaluate(() => 'injected' in globalThis)).toBe(false)
  expect(complaints.splice(0)).toEqual([expect.stringContaining('inline script violates')])
})

test(
  'a screen that cannot be loaded raises vite:preloadError and offers to reload, which then works',
  { tag: '@whole' },
  async ({ page, complaints }) => {
    await signIn(page, 'admin')
    await page.evaluate(() =>
      addEventListener('vite:preloadError', () => Object.assign(globalThis, { preloadFailed: true })),
    )
    const chunk = /assets\/customers-screen-[\w-]+\.js/
    await page.route(chunk, (route) => route.abort())
    await page.evaluate(() => history.pushState(null, '', '/customers'))
    await expect(page.getByRole('heading', { name: 'This page could not be loaded.' })).toBeVisible()
    expect(await page.evaluate(() => 'preloadFailed' in globalThis)).toBe(true)
    await expect(page.getByRole('button', { name: /your account/ })).toBeVisible()
    await page.unroute(chunk)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(row(page, 'Apex General')).toBeVisible()
    // React logs errors that a boundary has caught.
    complaints.splice(0, Infinity, ...complaints.filter((text) => !/import|preload|module/i.test(text)))
  },
)

test('unknown paths serve the app, unknown assets and API paths do not', async ({ page }) => {
  const { request } = page.context()
  const status = async (path: string) => (await request.get(path)).status()
  expect(await status('/projects/1')).toBe(200)
  expect(await status('/assets/none.js')).toBe(404)
  expect(await status('/api/none')).toBe(404)
  expect(await status('/api')).toBe(404)
  expect(await status('/favicon-of-someone.ico')).toBe(404)
  expect(await status('/.env')).toBe(404)
  expect(await status('/../../package.json')).not.toBe(500)
  expect(await (await request.get('/%2e%2e/%2e%2e/package.json')).text()).not.toContain('"private"')
  const index = await request.get('/')
  expect(index.headers()['cache-control']).toBe('no-cache')
  const asset = /assets\/index-[\w-]+\.js/.exec(await index.text())?.[0]
  expect((await request.get(`/${asset}`)).headers()['cache-control']).toContain('immutable')
  expect(await status('/manifest.webmanifest')).toBe(200)
  expect(await status('/sw.js')).toBe(200)
})

test(
  'stock axios, laravel-echo and pusher-js work with the server from a page of another origin',
  { tag: '@whole' },
  async ({ browser }) => {
    const webPort = await freePort()
    const origin = `http://localhost:${webPort}`
    const web = createServer((_, answer) =>
      answer.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>x</title>'),
    )
    web.listen(webPort, 'localhost')
    const api = await startServer({ args: ['--api-only'], env: { FRONTEND_ORIGINS: origin } })
    const context = await browser.newContext({ baseURL: origin })
    const page = await context.newPage()
    await page.goto('/')
    for (const file of [
      'axios/dist/axios.min.js',
      'pusher-js/dist/web/pusher.min.js',
      'laravel-echo/dist/echo.iife.js',
    ])
      await page.addScriptTag({ path: join(root, 'node_modules', file) })
    const told = await page.evaluate(
      async ({ host, port }) => {
        // The clients are loaded as untyped globals.
        // oxlint-disable-next-line typescript/no-explicit-any
        const { axios, Echo, Pusher } = globalThis as any
        axios.defaults.baseURL = `http://${host}:${port}`
        axios.defaults.withCredentials = true
        axios.defaults.withXSRFToken = true
        await axios.get('/sanctum/csrf-cookie')
        const login = await axios.post('/login', { email: 'admin@plumbline.test', password: 'plumbline' })
        const { data: user } = await axios.get('/api/user')
        Object.assign(globalThis, { Pusher })
        const echo = new Echo.default({
          broadcaster: 'pusher',
          key: 'plumbline',
          cluster: '',
          wsHost: host,
          wsPort: port,
          forceTLS: false,
          enabledTransports: ['ws'],
          disableStats: true,
          // The page writes like another client, and sends its socket id itself where needed.
          withoutInterceptors: true,
          authorizer: ({ name }: { name: string }) => ({
            authorize: (socket_id: string, done: (error: unknown, data?: unknown) => void) =>
              axios.post('/broadcasting/auth', { socket_id, channel_name: name }).then(
                ({ data }: { data: unknown }) => done(null, data),
                (error: unknown) => done(error),
              ),
          }),
        })
        const events: unknown[] = []
        await new Promise((done, fail) => {
          const channel = echo.private(`customers.${user.id}`)
          channel.listen('.saved', ({ model }: { model: { name: string } }) => events.push(['saved', model.name]))
          channel.listen('.deleted', ({ model }: { model: { id: number } }) => events.push(['deleted', model.id]))
          channel.subscribed(done)
          channel.error(fail)
        })
        const heard = async (count: number) => {
          while (events.length < count) await new Promise((done) => requestAnimationFrame(done))
        }
        const { data: made } = await axios.post('/api/customers', { name: 'From elsewhere' })
        await heard(1)
        await axios.patch(`/api/customers/${made.id}`, { ...made, name: 'Changed' })
        await heard(2)
        await axios.post('/api/customers', { name: 'My own' }, { headers: { 'X-Socket-Id': echo.socketId() } })
        await axios.delete(`/api/customers/${made.id}`)
        await heard(3)
        const foreign = await new Promise((done) => {
          const channel = echo.private(`customers.${user.id + 1}`)
          channel.subscribed(() => done('let in'))
          channel.error(() => done('refused'))
        })
        const logout = await axios.post('/logout')
        const after = await axios.get('/api/user').catch((error: { response: { status: number } }) => error.response)
        return {
          login: login.status,
          user: user.role,
          events,
          id: made.id,
          foreign,
          logout: logout.status,
          after: after.status,
        }
      },
      { host: 'localhost', port: api.port },
    )
    expect(told).toEqual({
      login: 204,
      user: 'admin',
      events: [
        ['saved', 'From elsewhere'],
        ['saved', 'Changed'],
        ['deleted', told.id],
      ],
      id: expect.any(Number),
      foreign: 'refused',
      logout: 204,
      after: 401,
    })
    await context.close()
    web.closeAllConnections()
    web.close()
    await api.stop()
  },
)

test('pusher-js is authorized with its own form to /broadcasting/auth', { tag: '@whole' }, async ({ page, server }) => {
  await signIn(page, 'foreman')
  const context = await page
    .context()
    .browser()
    ?.newContext({ bypassCSP: true, baseURL: `http://localhost:${server.port}` })
  if (!context) throw new Error('The browser is gone.')
  await context.addCookies(await page.context().cookies())
  const plain = await context.newPage()
  await plain.goto('/healthz')
  await plain.addScriptTag({ path: join(root, 'node_modules/pusher-js/dist/web/pusher.min.js') })
  const { id } = await ask<{ id: number }>(page, 'GET', '/api/user')
  const state = await plain.evaluate(
    ({ channel, port }) =>
      new Promise((done) => {
        // The client is loaded as an untyped global.
        // oxlint-disable-next-line typescript/no-explicit-any
        const { Pusher } = globalThis as any
        const options = { cluster: '', wsHost: 'localhost', wsPort: port, forceTLS: false, enabledTransports: ['ws'] }
        const pusher = new Pusher('plumbline', { ...options, channelAuthorization: { endpoint: '/broadcasting/auth' } })
        const joined = pusher.subscribe(channel)
        joined.bind('pusher:subscription_succeeded', () => done('subscribed'))
        joined.bind('pusher:subscription_error', (error: unknown) => done(JSON.stringify(error)))
      }),
    { channel: `private-projects.${id}`, port: server.port },
  )
  expect(state).toBe('subscribed')
  await context.close()
})
