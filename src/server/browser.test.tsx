import { beforeAll, expect, test } from 'vitest'
import { type BrowserServer, createBrowserServer } from './browser.ts'
import { PASSWORD } from './browser-company.ts'

let server: BrowserServer
beforeAll(async () => {
  server = await createBrowserServer()
})

function send(path: string, method = 'GET', body?: object) {
  const token = /XSRF-TOKEN=([^;]*)/.exec(server.cookies())?.[1] ?? ''
  const headers = { accept: 'application/json', 'content-type': 'application/json', 'x-xsrf-token': token }
  return server.fetch(
    new Request(new URL(path, location.origin), { method, headers, ...(body && { body: JSON.stringify(body) }) }),
  )
}

async function signIn() {
  await send('/sanctum/csrf-cookie')
  return send('/login', 'POST', { email: 'admin@plumbline.test', password: PASSWORD })
}

test('signs in, searches and saves inside a page', async () => {
  expect((await send('/api/user')).status).toBe(401)
  expect((await signIn()).status).toBe(204)
  expect(await (await send('/api/user')).json()).toMatchObject({ email: 'admin@plumbline.test' })
  const found = await (await send('/api/customers?page=1&search=vineyard')).json()
  expect(found.total).toBe(0)
  expect((await send('/api/customers', 'POST', { name: 'Gravel Road Vineyard' })).status).toBe(201)
  const again = await (await send('/api/customers?page=1&search=eyar')).json()
  expect(again.data).toMatchObject([{ name: 'Gravel Road Vineyard' }])
})

test('begins anew with the sample company and nobody signed in', async () => {
  await signIn()
  await send('/api/customers', 'POST', { name: 'Gravel Road Vineyard' })
  await send('/api/users/1', 'PATCH', { name: 'Somebody Else' })
  expect((await (await send('/api/user')).json()).name).toBe('Somebody Else')
  server.reset()
  expect((await send('/api/user')).status).toBe(401)
  await signIn()
  expect((await (await send('/api/customers?page=1&search=vineyard')).json()).total).toBe(0)
  expect((await (await send('/api/user')).json()).name).not.toBe('Somebody Else')
})

test('begins anew as often as one likes', async () => {
  for (let turn = 0; turn < 20; turn++) {
    server.reset()
    await signIn()
    const [found, saved] = await Promise.all([
      send('/api/projects?page=1&search=canyon'),
      send('/api/customers', 'POST', { name: `Vineyard ${turn}` }),
    ])
    expect([found.status, saved.status]).toEqual([200, 201])
    expect((await (await send('/api/customers?page=1&search=vineyard')).json()).total).toBe(1)
  }
})

test('answers what it does not know as the server elsewhere does', async () => {
  const answer = await send('/api/nothing')
  expect(answer.status).toBe(404)
  expect(await answer.json()).toEqual({ message: 'There is nothing here.' })
})
