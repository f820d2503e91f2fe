// Part of the service worker, which shows what the server pushes (rule notification-choice).

const ICON = '/icon-192.png'

self.addEventListener('push', (event) => {
  const { title, body, href, tag, step } = event.data.json()
  const actions = step ? [{ action: 'step', title: step.label }] : []
  event.waitUntil(
    self.registration.showNotification(title, { body, tag, icon: ICON, badge: ICON, actions, data: { href, step, title } }),
  )
})

self.addEventListener('notificationclick', (event) => {
  const { tag, data } = event.notification
  event.notification.close()
  event.waitUntil(event.action === 'step' && data.step ? take(data, tag) : show(data.href))
})

/** Takes the step of a message, and says how that went: nobody has the app open. */
async function take({ href, step, title }, tag) {
  const say = (body) => self.registration.showNotification(title, { body, tag, icon: ICON, badge: ICON, data: { href } })
  try {
    const answer = await fetch(new URL(step.action, self.location.origin).pathname, {
      method: 'POST',
      body: new URLSearchParams(step.form),
    })
    await say(answer.ok ? 'Done.' : 'That is no longer possible. Open it to see why.')
  } catch {
    await say('Without a connection it was not sent. Open it to try again.')
  }
}

/** Shows a page in a window of the app that is open, else in a new one. */
async function show(href) {
  const path = href ?? '/'
  const windows = await self.clients.matchAll({ type: 'window' })
  const [shown] = windows.toSorted((a, b) => Number(b.focused) - Number(a.focused))
  if (!shown) return self.clients.openWindow(path)
  await shown.focus()
  // A message from a worker to a page of its own names no origin.
  // oxlint-disable-next-line unicorn/require-post-message-target-origin
  shown.postMessage({ open: path })
}
