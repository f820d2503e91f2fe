/**
 * MSW's worker, for what the app asks of a server. Code, styles and fonts go past it: a page that loads hundreds of
 * modules while it runs waits ten milliseconds for each one that goes through a worker and back into the page.
 */
const PAST = new Set(['script', 'style', 'font', 'worker', 'sharedworker'])
addEventListener('fetch', (event) => {
  if (PAST.has(event.request.destination)) event.stopImmediatePropagation()
})
importScripts('/mockServiceWorker.js')
