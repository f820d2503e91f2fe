import { signal } from '@preact/signals-react'
import type { CurrentUser } from '#core/access/access.ts'
import { bindRealtime } from '#core/realtime/bind-realtime.ts'
import { createEcho } from '#core/realtime/echo.ts'
import { apiOver } from '#core/writes/api.fixture.ts'
import { createHttp } from '#core/resource/http.ts'
import { createQueries } from '#core/resource/queries.ts'
import { createRetries } from '#core/resource/retries.ts'
import { createStore } from '#core/store/store.ts'
import { customers } from '#modules/customers/entities.ts'
import { BASE, type Client } from '../harness.ts'

/**
 * A browser tab that lists all customers: store, resource client and realtime connected as in the app, fetching again
 * whenever events may have been missed or a read failed. Its sockets connect to `port`.
 */
export async function openTab(client: Client, port: number) {
  const retries = createRetries()
  const http = createHttp({
    baseURL: BASE,
    socketId: () => realtime.socketId(),
    onAnswer(status) {
      realtime.answered(status)
      retries.answered(status)
    },
    fetch: client.fetch,
    cookies: () => [...client.cookies].map(([name, value]) => `${name}=${value}`).join('; '),
  })
  const store = createStore([customers])
  const { data: me } = await client.get('/api/user')
  const user = signal<CurrentUser | null>(me)
  const echo = createEcho({ key: 'plumbline', at: { host: '127.0.0.1', port, tls: false }, http })
  const realtime = bindRealtime({ echo, store, user, entities: [customers] })
  const api = apiOver({ http, store })
  const collection = store.of(customers)
  const stopListening = collection.on('saved', () => {})
  const queries = createQueries({ store, reading: api.reading, user: () => user.peek(), retries })
  const stopFollowing = queries(customers).follow()
  const stopReporting = realtime.connection.subscribe((state) => state === 'connected' && retries.reachable())
  return {
    me,
    /** The records on screen, by id. */
    shown: () =>
      collection.all
        .peek()
        .map((item) => item.peek())
        .sort((a, b) => a.id - b.id),
    socketId: () => realtime.socketId(),
    state: () => realtime.connection.peek(),
    close() {
      stopFollowing()
      stopListening()
      stopReporting()
      retries.dispose()
      realtime.dispose()
      echo.disconnect()
    },
  }
}
export type Tab = Awaited<ReturnType<typeof openTab>>
