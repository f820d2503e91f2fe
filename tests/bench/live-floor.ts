/** A minimal fan-out: every posted message goes to all sockets. Prints its port. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { WebSocketServer } from 'ws'

const server = createServer(async (request, response) => {
  let text = ''
  for await (const chunk of request) text += chunk
  for (const socket of sockets.clients) socket.send(text)
  response.end('{}')
})
const sockets = new WebSocketServer({ server })
server.listen(0, '127.0.0.1', () => process.stdout.write(`${(server.address() as AddressInfo).port}\n`))
