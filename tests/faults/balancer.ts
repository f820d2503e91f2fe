import { connect, createServer, type AddressInfo } from 'node:net'

/**
 * A TCP load balancer for several processes: connections are distributed in turn, skipping processes that do not accept
 * them.
 */
export async function createBalancer(ports: readonly number[]) {
  let turn = 0
  const server = createServer((client) => {
    const first = turn++
    const tryNext = (tried: number) => {
      const port = ports[(first + tried) % ports.length]
      if (port === undefined || tried === ports.length) return void client.destroy()
      const upstream = connect(port, '127.0.0.1')
      upstream.once('error', () => tryNext(tried + 1))
      upstream.once('connect', () => {
        upstream.removeAllListeners('error')
        for (const [from, to] of [[client, upstream] as const, [upstream, client] as const]) {
          from.on('error', () => to.destroy())
          from.on('close', () => to.destroy())
          from.pipe(to)
        }
      })
    }
    client.on('error', () => {})
    tryNext(0)
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return { port, url: `http://127.0.0.1:${port}`, close: () => void server.close() }
}
