/**
 * MSW's worker, for what the app asks of a server. Our own code, styles and fonts go past it: a page that loads hundreds of
 * modules while it runs waits ten milliseconds for each one that goes through a worker and back into the page.
 */
const PAST = new Set(['script', 'style', 'font', 'worker', 'sharedworker'])
addEventListener('fetch', (event) => {
  const { url, destination } = event.request
  if (PAST.has(destination) && new URL(url).origin === location.origin) event.stopImmediatePropagation()
})
importScripts('/mockServiceWorker.js')
