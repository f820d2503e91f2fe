import { expect } from 'vitest'
import Echo from 'laravel-echo'
import Pusher from 'pusher-js'
import { eventually } from '../eventually.ts'
import type { Started } from './server.ts'
import type { signIn } from './stock-axios.ts'

/** A stock laravel-echo client that has joined a person's channels, and notes what it hears there. */
export async function listenTo(
  server: Started,
  { http }: Awaited<ReturnType<typeof signIn>>,
  channels: readonly string[],
) {
  const heard: { channel: string; event: string; model: { id?: unknown } }[] = []
  const { id } = (await http.get('/api/user')).data
  const echo = new Echo({
    broadcaster: 'pusher',
    key: 'plumbline',
    cluster: '',
    withoutInterceptors: true,
    client: new Pusher('plumbline', {
      cluster: '',
      wsHost: 'localhost',
      wsPort: server.port,
      forceTLS: false,
      enabledTransports: ['ws'],
      channelAuthorization: {
        customHandler: ({ socketId, channelName }, answer) =>
          void http
            .post('/broadcasting/auth', { socket_id: socketId, channel_name: channelName })
            .then(({ data }) => answer(null, data)),
        transport: 'ajax',
        endpoint: '',
      },
    }),
  })
  const joined = channels.map(
    (channel) =>
      new Promise<void>((resolve) => {
        echo
          .private(`${channel}.${id}`)
          .listen('.saved', ({ model }: { model: object }) => heard.push({ channel, event: 'saved', model }))
          .listen('.deleted', ({ model }: { model: object }) => heard.push({ channel, event: 'deleted', model }))
          .subscribed(() => resolve())
      }),
  )
  await Promise.all(joined)
  return {
    hears: (channel: string, event: 'saved' | 'deleted', model: object) =>
      eventually(() =>
        expect(heard).toContainEqual(
          expect.objectContaining({ channel, event, model: expect.objectContaining(model) }),
        ),
      ),
    leave: () => echo.disconnect(),
  }
}
