// The service worker of the demo. What a page asks of the server it hands to that page, whose worker answers: pictures and
// downloads as well, which no page could answer itself. What goes over the ports is in protocol.ts.

const isServers = (path) =>
  /^\/(api|sanctum|broadcasting|uploads|files|login|logout|two-factor-challenge|passkeys|user)([/?]|$)/.test(path)

addEventListener('install', () => void skipWaiting())
addEventListener('activate', (event) => event.waitUntil(clients.claim()))
addEventListener('fetch', (event) => {
  const { request } = event
  const url = new URL(request.url)
  if (url.origin !== location.origin) return
  const scope = new URL(registration.scope).pathname
  const isBelow = url.pathname.startsWith(scope)
  const path = isBelow ? url.pathname.slice(scope.length - 1) : url.pathname
  if (isServers(path)) event.respondWith(relay(event, path + url.search))
  // The app names its own files from the root of its host.
  else if (!isBelow && request.mode !== 'navigate') event.respondWith(fetch(scope + path.slice(1)))
})

async function relay({ request, clientId }, path) {
  const windows = await clients.matchAll({ type: 'window' })
  // A download has no page of its own.
  const page = windows.find(({ id }) => id === clientId) ?? windows.find(({ focused }) => focused) ?? windows[0]
  if (!page) return Response.error()
  const { method } = request
  const body = ['GET', 'HEAD'].includes(method) ? null : await request.arrayBuffer()
  const { port1, port2 } = new MessageChannel()
  const answered = await new Promise((done) => {
    port1.addEventListener('message', ({ data }) => done(data))
    port1.start()
    page.postMessage({ relayed: { path, method, headers: [...request.headers], body } }, [port2])
  })
  const { status, headers } = answered
  return new Response([204, 205, 304].includes(status) ? null : answered.body, { status, headers })
}
